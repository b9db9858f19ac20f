/* Options, resizing, running, tensors and their memory. add.tflite: output = (input + input) + input, floats of [1, 2]. */
#include "check.h"

static void arrays(void) {
  TfLiteIntArray* one = TfLiteIntArrayCreate(2);
  one->data[0] = 3;
  one->data[1] = 4;
  TfLiteIntArray* other = TfLiteIntArrayCopy(one);
  CHECK(TfLiteIntArrayEqual(one, other) && !TfLiteIntArrayEqual(one, NULL));
  CHECK(TfLiteIntArrayEqualsArray(one, 2, (int[]){3, 4}) && !TfLiteIntArrayEqualsArray(one, 2, (int[]){3, 5}));
  CHECK(TfLiteIntArrayGetSizeInBytes(2) == 3 * sizeof(int) && !TfLiteIntArrayCreate(-1));
  TfLiteIntArrayFree(one);
  TfLiteIntArrayFree(other);
  TfLiteFloatArray* floats = TfLiteFloatArrayCreate(1);
  floats->data[0] = 0.5f;
  TfLiteFloatArray* copy = TfLiteFloatArrayCopy(floats);
  CHECK(copy->size == 1 && copy->data[0] == 0.5f && TfLiteFloatArrayGetSizeInBytes(1) == 8);
  TfLiteFloatArrayFree(floats);
  TfLiteFloatArrayFree(copy);
  CHECK(!strcmp(TfLiteTypeGetName(kTfLiteInt8), "INT8") && !strcmp(TfLiteTypeGetName(99), "Unknown type"));
}

/* A tensor that belongs to nobody's model. */
static void ownTensor(void) {
  TfLiteTensor tensor = {0};
  TfLiteIntArray* dims = TfLiteIntArrayCreate(1);
  dims->data[0] = 2;
  TfLiteTensorReset(kTfLiteFloat32, "own", dims, (TfLiteQuantizationParams){0.5f, 1}, NULL, 0, kTfLiteDynamic, NULL,
                    false, &tensor);
  CHECK(TfLiteTensorRealloc(8, &tensor) == kTfLiteOk && tensor.bytes == 8 && tensor.data.f);
  CHECK(TfLiteTensorCopyFromBuffer(&tensor, (float[]){1, 2}, 8) == kTfLiteOk);
  CHECK(TfLiteTensorResizeMaybeCopy(16, &tensor, true) == kTfLiteOk && tensor.data.f[1] == 2);
  TfLiteTensor other = {0};
  other.allocation_type = kTfLiteDynamic;
  CHECK(TfLiteTensorRealloc(16, &other) == kTfLiteOk && TfLiteTensorCopy(&tensor, &other) == kTfLiteOk);
  CHECK(other.type == kTfLiteFloat32 && other.data.f[0] == 1 && other.dims->size == 1);
  CHECK(TfLiteTensorGetAllocationStrategy(&tensor) == kTfLiteAllocationStrategyMalloc);
  CHECK(TfLiteTensorGetBufferAddressStability(&tensor) == kTfLiteRunStabilitySingleRun);
  CHECK(TfLiteTensorGetDataStability(&tensor) == kTfLiteRunStabilitySingleRun);
  CHECK(TfLiteTensorGetDataKnownStep(&tensor) == kTfLiteRunStepEval);
  CHECK(TfLiteTensorGetShapeKnownStep(&tensor) == kTfLiteRunStepEval);
  TfLiteTensorDataFree(&tensor);
  CHECK(!tensor.data.raw);
  TfLiteTensorFree(&tensor);
  TfLiteTensorFree(&other);
  CHECK(!tensor.dims);
  TfLiteQuantization quantization = {kTfLiteAffineQuantization, calloc(1, sizeof(TfLiteAffineQuantization))};
  TfLiteQuantizationFree(&quantization);
  CHECK(quantization.type == kTfLiteNoQuantization && !quantization.params);
  TfLiteSparsityFree(NULL);
}

int main(int argc, char** argv) {
  CHECK(argc == 2);
  arrays();
  ownTensor();

  Told told = {0};
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetNumThreads(options, 2);
  TfLiteInterpreterOptionsSetErrorReporter(options, keep, &told);
  CHECK(TfLiteInterpreterOptionsEnableCancellation(options, true) == kTfLiteOk);
  TfLiteInterpreterOptionsSetUseNNAPI(options, true);
  TfLiteInterpreterOptionsSetEnableDelegateFallback(options, true);
  TfLiteInterpreterOptionsSetTelemetryProfiler(options, NULL);
  TfLiteInterpreterOptions* copy = TfLiteInterpreterOptionsCopy(options);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteInterpreter* interpreter = make(argv, "add", copy);
  TfLiteInterpreterOptionsDelete(copy);

  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteError);
  CHECK(told.count == 1 && !strcmp(told.text, "Invoke called on model that is not ready."));
  CHECK(TfLiteInterpreterGetInputTensorCount(interpreter) == 1);
  CHECK(TfLiteInterpreterGetOutputTensorCount(interpreter) == 1);
  int in = TfLiteInterpreterInputTensorIndices(interpreter)[0];
  int out = TfLiteInterpreterOutputTensorIndices(interpreter)[0];
  CHECK(TfLiteInterpreterGetInputTensorIndex(interpreter, 0) == in);
  CHECK(TfLiteInterpreterGetOutputTensorIndex(interpreter, 0) == out);
  CHECK(TfLiteInterpreterGetInputTensorIndex(interpreter, 1) == -1);

  TfLiteTensor* input = TfLiteInterpreterGetInputTensor(interpreter, 0);
  const TfLiteTensor* output = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  CHECK(input == TfLiteInterpreterGetTensor(interpreter, in) && !TfLiteTensorData(input));
  CHECK(TfLiteTensorByteSize(input) == 8 && TfLiteTensorCopyFromBuffer(input, "12345678", 8) == kTfLiteError);
  int three[] = {1, 3};
  CHECK(TfLiteInterpreterResizeInputTensor(interpreter, 0, three, 2) == kTfLiteOk);
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk);
  CHECK(TfLiteTensorType(input) == kTfLiteFloat32 && TfLiteTensorNumDims(input) == 2);
  CHECK(TfLiteTensorDim(input, 1) == 3 && TfLiteTensorDim(input, 2) == -1 && TfLiteTensorByteSize(input) == 12);
  CHECK(!strcmp(TfLiteTensorName(input), "input") && TfLiteTensorQuantizationParams(input).scale == 0);
  CHECK(TfLiteTensorGetDimsSignature(input)->size == 2);
  float values[] = {1, 2, 3}, results[3];
  CHECK(TfLiteTensorCopyFromBuffer(input, values, 12) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  CHECK(TfLiteTensorCopyToBuffer(output, results, 12) == kTfLiteOk);
  CHECK(results[0] == 3 && results[1] == 6 && results[2] == 9 && output->data.f[2] == 9);
  /* Memory stays where it is, and holds its values, until tensors are allocated for another shape. */
  void* memory = TfLiteTensorData(output);
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk && TfLiteTensorData(output) == memory);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk && output->data.f[2] == 9);
  CHECK(TfLiteInterpreterEnsureTensorDataIsReadable(interpreter, out) == kTfLiteOk);
  /* A wish that comes before an invocation is forgotten. */
  CHECK(TfLiteInterpreterCancel(interpreter) == kTfLiteOk && TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);

  static _Alignas(64) float own[16];
  TfLiteCustomAllocation allocation = {own, sizeof own};
  for (int index = 0; index < 3; ++index) {
    allocation.data = own + 16 * 0;
    CHECK(TfLiteInterpreterSetCustomAllocationForTensor(interpreter, index == in ? out : index, &allocation, 0) ==
          kTfLiteOk);
  }
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk);
  CHECK(TfLiteTensorCopyFromBuffer(input, values, 12) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk && TfLiteTensorData(output) == own);
  allocation.data = (char*)own + 1;
  CHECK(TfLiteInterpreterSetCustomAllocationForTensor(interpreter, out, &allocation, 0) == kTfLiteError);
  CHECK(TfLiteInterpreterSetCustomAllocationForTensor(interpreter, out, &allocation,
                                                      kTfLiteCustomAllocationFlagsSkipAlignCheck) == kTfLiteOk);
  TfLiteInterpreterDelete(interpreter);

  /* Variables: counter.tflite adds its input to a state, by an operator of ours. */
  interpreter = make(argv, "variable", NULL);
  CHECK(TfLiteInterpreterGetVariableTensorCount(interpreter) == 1);
  TfLiteTensor* variable = TfLiteInterpreterGetVariableTensor(interpreter, 0);
  CHECK(variable && variable->is_variable && !TfLiteInterpreterGetVariableTensor(interpreter, 1));
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk && variable->data.f[0] == 0);
  variable->data.f[0] = 5;
  CHECK(TfLiteInterpreterResetVariableTensors(interpreter) == kTfLiteOk && variable->data.f[0] == 0);
  TfLiteInterpreterDelete(interpreter);
  return 0;
}
