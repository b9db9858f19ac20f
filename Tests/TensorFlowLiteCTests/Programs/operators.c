/* Operators by callbacks, in all forms, and what they may ask for. custom.tflite: Scale, custom options "3", float [1, 2]. */
#include "check.h"

static int inits, frees, prepares, invokes;

static void* makeState(void* user_data, TfLiteOpaqueContext* context, const char* buffer, size_t length) {
  CHECK(user_data == &inits && context && length == 1);
  inits += 1;
  float* factor = malloc(sizeof(float));
  *factor = (float)(buffer[0] - '0');
  return factor;
}

static void endState(void* user_data, TfLiteOpaqueContext* context, void* data) {
  CHECK(user_data == &inits && TfLiteOpaqueContextGetNumNodes(context) == 1);
  frees += 1;
  free(data);
}

static TfLiteStatus prepare(void* user_data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  CHECK(user_data == &inits);
  prepares += 1;
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumberOfInputs(node), 1);
  TF_LITE_OPAQUE_ENSURE_EQ(context, TfLiteOpaqueNodeNumberOfOutputs(node), 1);
  TF_LITE_OPAQUE_ENSURE_TYPES_EQ(context, TfLiteOpaqueTensorType(input), kTfLiteFloat32);
  CHECK(!TfLiteOpaqueNodeGetInput(context, node, 1) && TfLiteOpaqueNodeGetOutputTensorIndex(node, 5) == -1);
  CHECK(!strcmp(TfLiteOpaqueTensorName(input), "input") && !TfLiteOpaqueTensorIsVariable(input));
  CHECK(TfLiteOpaqueTensorGetAllocationType(input) == kTfLiteArenaRw && TfLiteOpaqueTensorByteSize(input) > 0);
  CHECK(TfLiteOpaqueTensorGetAllocationStrategy(input) == kTfLiteAllocationStrategyArena);
  CHECK(TfLiteOpaqueTensorGetBufferAddressStability(input) == kTfLiteRunStabilityUnstable);
  CHECK(TfLiteOpaqueTensorGetDataStability(input) == kTfLiteRunStabilitySingleRun);
  CHECK(TfLiteOpaqueTensorGetDataKnownStep(input) == kTfLiteRunStepEval);
  CHECK(TfLiteOpaqueTensorGetShapeKnownStep(input) == kTfLiteRunStepPrepare);
  CHECK(TfLiteOpaqueTensorGetQuantization(input).type == kTfLiteNoQuantization);
  CHECK(TfLiteOpaqueTensorGetQuantizationParams(input).scale == 0);
  int32_t rank, size;
  CHECK(TfLiteOpaqueTensorGetNumDimsSignature(input, &rank) == kTfLiteOk && rank == -1);
  CHECK(TfLiteOpaqueTensorGetDimSignature(input, 0, &size) == kTfLiteOk && size == 1);
  CHECK(TfLiteOpaqueTensorGetDimSignature(input, 9, &size) == kTfLiteError);

  const void* data;
  int count;
  CHECK(TfLiteOpaqueNodeGetCustomInitialData(node, &data, &count) == kTfLiteOk && count == 1);
  CHECK(!TfLiteOpaqueNodeGetBuiltinData(node) && TfLiteOpaqueNodeGetUserData(node));
  const int* indices;
  CHECK(TfLiteOpaqueNodeInputs(node, &indices, &count) == kTfLiteOk && count == 1);
  CHECK(indices[0] == TfLiteOpaqueNodeGetInputTensorIndex(node, 0));
  CHECK(TfLiteOpaqueNodeOutputs(node, &indices, &count) == kTfLiteOk && count == 1);
  CHECK(TfLiteOpaqueContextGetInputs(context, &indices, &count) == kTfLiteOk && count == 1);
  CHECK(TfLiteOpaqueContextGetOutputs(context, &indices, &count) == kTfLiteOk && count == 1);
  CHECK(TfLiteOpaqueContextGetVariables(context, &indices, &count) == kTfLiteOk && count == 0);
  CHECK(TfLiteOpaqueContextGetName(context) && TfLiteOpaqueContextGetNumTensors(context) >= 2);
  TfLiteIntArray* plan;
  CHECK(TfLiteOpaqueContextGetExecutionPlan(context, &plan) == kTfLiteOk && plan->size == 1);
  TfLiteOpaqueNode* same;
  TfLiteOperator* what;
  CHECK(TfLiteOpaqueContextGetNodeAndRegistration(context, 0, &same, &what) == kTfLiteOk && same == node);
  CHECK(!strcmp(TfLiteOperatorGetCustomName(what), "Scale"));
  CHECK(TfLiteOpaqueContextGetNodeAndRegistration(context, 1, &same, &what) == kTfLiteError);
  TfLiteOpaqueContext* acquired;
  CHECK(TfLiteOpaqueContextAcquireSubgraphContext(context, 0, &acquired) == kTfLiteOk && acquired == context);
  CHECK(TfLiteOpaqueContextReleaseSubgraphContext(context, 0) == kTfLiteOk);
  CHECK(TfLiteOpaqueContextAcquireSubgraphContext(context, 7, &acquired) == kTfLiteError);
  size_t bytes;
  const char* text;
  CHECK(TfLiteOpaqueContextGetSizeOfType(context, kTfLiteInt64, &bytes) == kTfLiteOk && bytes == 8);
  CHECK(TfLiteOpaqueContextGetMetadata(context, "none", &text, &bytes) == kTfLiteError);
  void* external = &bytes;
  CHECK(TfLiteOpaqueContextGetExternalContext(context, &external, kTfLiteEigenContext) == kTfLiteOk && !external);
  CHECK(TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(context, what, plan, NULL) == kTfLiteApplicationError);
  CHECK(TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(context, 0) == kTfLiteError);
  int descriptor;
  int64_t offset, length;
  CHECK(TfLiteOpaqueContextGetNodeInitDataMmapInfo(context, node, &descriptor, &offset, &length) == kTfLiteError);

  TfLiteOpaqueTensorBuilder* builder = TfLiteOpaqueTensorBuilderCreate();
  TfLiteQuantization none = {kTfLiteNoQuantization, NULL};
  TfLiteOpaqueTensorBuilderSetQuantization(
      TfLiteOpaqueTensorBuilderSetQuantizationParams(
          TfLiteOpaqueTensorBuilderSetAllocationType(TfLiteOpaqueTensorBuilderSetType(builder, kTfLiteInt32),
                                                     kTfLiteArenaRw),
          (TfLiteQuantizationParams){0, 0}),
      none);
  int added;
  CHECK(TfLiteOpaqueContextAddTensor(context, builder, &added) == kTfLiteOk);
  TfLiteOpaqueTensorBuilderSetData(builder, &added);
  CHECK(TfLiteOpaqueContextAddTensor(context, builder, &added) == kTfLiteError);
  TfLiteOpaqueTensorBuilderDelete(builder);
  CHECK(TfLiteOpaqueNodeSetTemporaries(node, &added, 1) == kTfLiteOk);
  CHECK(TfLiteOpaqueNodeTemporaries(node, &indices, &count) == kTfLiteOk && count == 1 && indices[0] == added);
  TfLiteOpaqueTensor* temporary = TfLiteOpaqueContextGetOpaqueTensor(context, added);
  TfLiteIntArray* one = TfLiteIntArrayCreate(1);
  one->data[0] = 4;
  CHECK(TfLiteOpaqueContextResizeTensor(context, temporary, one) == kTfLiteOk);
  CHECK(TfLiteOpaqueTensorByteSize(temporary) == 16 && TfLiteOpaqueTensorData(temporary));

  TfLiteIntArray* dims = TfLiteIntArrayCreate(TfLiteOpaqueTensorNumDims(input));
  for (int i = 0; i < dims->size; ++i) dims->data[i] = TfLiteOpaqueTensorDim(input, i);
  return TfLiteOpaqueContextResizeTensor(context, output, dims);
}

static TfLiteStatus invoke(void* user_data, TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  CHECK(user_data == &inits);
  invokes += 1;
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  TfLiteOpaqueTensor* output = TfLiteOpaqueNodeGetOutput(context, node, 0);
  const float* in = TfLiteOpaqueTensorData(input);
  float* out = TfLiteOpaqueTensorData(output);
  size_t count = TfLiteOpaqueTensorByteSize(input) / sizeof(float);
  for (size_t i = 0; i < count; ++i) out[i] = in[i] * *(float*)TfLiteOpaqueNodeGetUserData(node);
  float copy[8];
  CHECK(TfLiteOpaqueTensorCopyToBuffer(input, copy, count * sizeof(float)) == kTfLiteOk);
  if (in[0] < 0) {
    TfLiteOpaqueContextReportError(context, "cannot scale %d", (int)in[0]);
    return kTfLiteError;
  }
  return kTfLiteOk;
}

/* The same by a registration, whose output has as many elements as its input says: known only in a run. */
static TfLiteStatus prepareDynamic(TfLiteContext* context, TfLiteNode* node) {
  TfLiteOpaqueTensorSetAllocationTypeToDynamic(
      (TfLiteOpaqueTensor*)&context->tensors[node->outputs->data[0]]);
  return kTfLiteOk;
}

static TfLiteStatus invokeDynamic(TfLiteContext* context, TfLiteNode* node) {
  const TfLiteTensor* input = context->GetTensor(context, node->inputs->data[0]);
  TfLiteTensor* output = &context->tensors[node->outputs->data[0]];
  TF_LITE_ENSURE(context, input->data.f[0] >= 0);
  TfLiteIntArray* size = TfLiteIntArrayCreate(1);
  size->data[0] = (int)input->data.f[0];
  TF_LITE_ENSURE_STATUS(context->ResizeTensor(context, output, size));
  for (int i = 0; i < output->dims->data[0]; ++i) output->data.f[i] = (float)i;
  return kTfLiteOk;
}

static TfLiteStatus invokeZero(TfLiteContext* context, TfLiteNode* node) {
  TfLiteTensor* output = &context->tensors[node->outputs->data[0]];
  memset(output->data.raw, 0, output->bytes);
  return kTfLiteOk;
}

/* Asks for the end of the invocation that it belongs to. */
static TfLiteInterpreter* running;

static TfLiteStatus invokeCancelling(TfLiteContext* context, TfLiteNode* node) {
  CHECK(TfLiteInterpreterCancel(running) == kTfLiteOk);
  return invokeZero(context, node);
}

static TfLiteRegistration cancelling = {.invoke = invokeCancelling};
static TfLiteRegistration zero = {.invoke = invokeZero};
static TfLiteRegistration dynamic = {.prepare = prepareDynamic, .invoke = invokeDynamic};
static const TfLiteRegistration* findZero(void* data, TfLiteBuiltinOperator op, int version) {
  return data && op == kTfLiteBuiltinAdd && version == 1 ? &zero : NULL;
}
static const TfLiteRegistration* findNone(void* data, const char* name, int version) {
  return data && name && version < 0 ? &zero : NULL;
}
#define FIND_OLD(version)                                                                                       \
  static const TfLiteRegistration_V##version* findBuiltin##version(void* data, TfLiteBuiltinOperator op, int v) { \
    return (const TfLiteRegistration_V##version*)findZero(data, op, v);                                         \
  }                                                                                                             \
  static const TfLiteRegistration_V##version* findCustom##version(void* data, const char* name, int v) {        \
    return (const TfLiteRegistration_V##version*)findNone(data, name, v);                                       \
  }
FIND_OLD(1)
FIND_OLD(2)
FIND_OLD(3)
static const TfLiteOperator* findOperator(void* data, int op, int version) {
  return op == kTfLiteBuiltinAdd && version == 1 ? data : NULL;
}
static const TfLiteOperator* findCustomOperator(void* data, const char* name, int version) {
  return name && version < 0 ? data : NULL;
}
static TfLiteStatus invokeOpaqueZero(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  return invokeZero((TfLiteContext*)context, (TfLiteNode*)node);
}

/* With the options, add.tflite gives zeros. */
static void expectZeros(char** argv, TfLiteInterpreterOptions* options, bool selected) {
  TfLiteModel* model = load(argv, "add");
  TfLiteInterpreter* interpreter = selected ? TfLiteInterpreterCreateWithSelectedOps(model, options)
                                            : TfLiteInterpreterCreate(model, options);
  CHECK(interpreter && TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk);
  TfLiteInterpreterGetInputTensor(interpreter, 0)->data.f[0] = 9;
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  CHECK(TfLiteInterpreterGetOutputTensor(interpreter, 0)->data.f[0] == 0);
  TfLiteInterpreterDelete(interpreter);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteModelDelete(model);
}

int main(int argc, char** argv) {
  CHECK(argc == 2);
  const char* name = "Scale";
  TfLiteOperator* scale = TfLiteOperatorCreate(kTfLiteBuiltinCustom, name, 1, &inits);
  CHECK(TfLiteOperatorGetBuiltInCode(scale) == kTfLiteBuiltinCustom && TfLiteOperatorGetCustomName(scale) == name);
  CHECK(TfLiteOperatorGetVersion(scale) == 1 && TfLiteOperatorGetUserData(scale) == &inits);
  CHECK(TfLiteOperatorSetInitWithData(scale, makeState) == kTfLiteOk);
  CHECK(TfLiteOperatorSetFreeWithData(scale, endState) == kTfLiteOk);
  CHECK(TfLiteOperatorSetPrepareWithData(scale, prepare) == kTfLiteOk);
  CHECK(TfLiteOperatorSetInvokeWithData(scale, invoke) == kTfLiteOk);
  CHECK(TfLiteOperatorSetAsyncKernelWithData(scale, NULL) == kTfLiteOk);
  TfLiteOperatorSetAsyncKernel(scale, NULL);
  TfLiteOperatorSetInplaceOperator(scale, 0);

  Told told = {0};
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetErrorReporter(options, keep, &told);
  /* Without the operator, the interpreter is made, and says so when tensors are allocated. */
  TfLiteInterpreter* interpreter = make(argv, "custom", options);
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteUnresolvedOps);
  CHECK(strstr(told.text, "Encountered unresolved custom op: Scale."));
  TfLiteInterpreterDelete(interpreter);

  TfLiteInterpreterOptionsAddOperator(options, scale);
  interpreter = make(argv, "custom", options);
  CHECK(inits == 1 && prepares == 0);
  CHECK(TfLiteInterpreterResizeInputTensor(interpreter, 0, (int[]){1, 4}, 2) == kTfLiteOk);
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk && prepares == 1);
  float* in = TfLiteTensorData(TfLiteInterpreterGetInputTensor(interpreter, 0));
  const TfLiteTensor* output = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  in[3] = 2;
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk && invokes == 1);
  CHECK(TfLiteTensorDim(output, 1) == 4 && output->data.f[3] == 6);
  told.count = 0;
  in[0] = -5;
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteError && told.count == 2);
  CHECK(strstr(told.text, "Node number 0 (Scale) failed to invoke."));
  in[0] = 0;
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk && invokes == 3);
  TfLiteInterpreterDelete(interpreter);
  CHECK(inits == 1 && frees == 1);
  TfLiteInterpreterOptionsDelete(options);
  TfLiteOperatorDelete(scale);

  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddCustomOp(options, "Scale", &dynamic, 1, 1);
  interpreter = make(argv, "custom", options);
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk);
  output = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  for (int count = 1; count < 40; count += 7) {
    *(float*)TfLiteTensorData(TfLiteInterpreterGetInputTensor(interpreter, 0)) = (float)count;
    CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
    CHECK(TfLiteTensorNumDims(output) == 1 && TfLiteTensorDim(output, 0) == count);
    CHECK(output->data.f[count - 1] == (float)(count - 1));
  }
  TfLiteInterpreterDelete(interpreter);
  TfLiteInterpreterOptionsDelete(options);

  /* The first of two operators asks for the end, before the second. */
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsEnableCancellation(options, true);
  TfLiteInterpreterOptionsSetErrorReporter(options, keep, &told);
  TfLiteInterpreterOptionsAddBuiltinOp(options, kTfLiteBuiltinAdd, &cancelling, 1, 1);
  running = make(argv, "add", options);
  CHECK(TfLiteInterpreterAllocateTensors(running) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(running) == kTfLiteCancelled && strstr(told.text, "cancel during Invoke"));
  TfLiteInterpreterDelete(running);
  TfLiteInterpreterOptionsDelete(options);

  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddBuiltinOp(options, kTfLiteBuiltinAdd, &zero, 1, 1);
  expectZeros(argv, options, false);
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddBuiltinOp(options, kTfLiteBuiltinAdd, &zero, 1, 1);
  expectZeros(argv, options, true);
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetOpResolver(options, findZero, findNone, &told);
  expectZeros(argv, options, false);
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetOpResolverV1(options, findBuiltin1, findCustom1, &told);
  expectZeros(argv, options, false);
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetOpResolverV2(options, findBuiltin2, findCustom2, &told);
  expectZeros(argv, options, false);
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetOpResolverV3(options, findBuiltin3, findCustom3, &told);
  expectZeros(argv, options, false);
  TfLiteOperator* empty = TfLiteOperatorCreate(kTfLiteBuiltinAdd, NULL, 1, NULL);
  TfLiteOperatorSetInit(empty, NULL);
  TfLiteOperatorSetFree(empty, NULL);
  TfLiteOperatorSetPrepare(empty, NULL);
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetErrorReporter(options, keep, &told);
  TfLiteInterpreterOptionsSetOpResolverExternal(options, findOperator, findCustomOperator, empty);
  TfLiteModel* model = load(argv, "add");
  told.count = 0;
  CHECK(!TfLiteInterpreterCreate(model, options) && told.count == 2);
  TfLiteModelDelete(model);
  TfLiteInterpreterOptionsSetOpResolverExternalWithFallback(options, findOperator, findCustomOperator, findZero,
                                                            findNone, empty);
  expectZeros(argv, options, false);
  TfLiteOperatorSetInvoke(empty, invokeOpaqueZero);
  options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetOpResolverExternal(options, findOperator, findCustomOperator, empty);
  expectZeros(argv, options, true);
  TfLiteOperatorDelete(empty);

  /* Strings, on a tensor of nobody. */
  TfLiteTensor strings = {0};
  strings.type = kTfLiteString;
  TfLiteOpaqueTensor* opaque = (TfLiteOpaqueTensor*)&strings;
  CHECK(TfLiteOpaqueTensorGetStringCount(opaque) == 0);
  const char* texts[] = {"one", "", "three"};
  CHECK(TfLiteOpaqueTensorWriteStrings(opaque, texts, 3, (int[]){3, 0, 5}) == kTfLiteOk);
  CHECK(TfLiteOpaqueTensorGetStringCount(opaque) == 3);
  const char* text;
  int length;
  CHECK(TfLiteOpaqueTensorGetString(opaque, 2, &text, &length) == kTfLiteOk && length == 5 && !memcmp(text, "three", 5));
  CHECK(TfLiteOpaqueTensorGetString(opaque, 3, &text, &length) == kTfLiteError);
  CHECK(TfLiteOpaqueTensorWriteString(opaque, "x", 1) == kTfLiteOk && TfLiteOpaqueTensorGetStringCount(opaque) == 1);
  float number = 1;
  CHECK(TfLiteOpaqueTensorCopyFromBuffer(opaque, &number, 4) == kTfLiteError);
  TfLiteOpaqueTensorSetNonCpuAllocation(opaque);
  TfLiteTensorFree(&strings);
  return 0;
}
