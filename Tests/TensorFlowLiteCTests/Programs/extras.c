/* What only this library has. */
#include <pthread.h>

#include "check.h"

static int seen;

static bool see(void* user_data, const TfLiteSwiftOperatorRun* run) {
  CHECK(user_data == &seen && run->index == seen && !strcmp(run->name, "ADD") && strstr(run->kernel, "add float32"));
  CHECK(run->output_count == 1 && run->nanoseconds >= 0);
  CHECK(run->outputs[0].data.f[1] == (float)(4 + 2 * seen) && run->output_indices[0] >= 0);
  seen += 1;
  return true;
}

static bool stop(void* user_data, const TfLiteSwiftOperatorRun* run) { return user_data && !run; }

/* A child sees no error of its parent's. */
static void* otherThread(void* unused) {
  (void)unused;
  CHECK(!strcmp(TfLiteSwiftGetLastError(), ""));
  return NULL;
}

int main(int argc, char** argv) {
  CHECK(argc == 2);
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  CHECK(TfLiteSwiftInterpreterOptionsSetNumerics(options, "xnnpack-arm64") == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterOptionsSetNumerics(options, "xnnpack-x86_64") == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterOptionsSetNumerics(options, "xnnpack") == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterOptionsSetNumerics(options, "exact") == kTfLiteError);
  CHECK(strstr(TfLiteSwiftGetLastError(), "expected one of reference, xnnpack"));
  CHECK(TfLiteSwiftInterpreterOptionsSetInstructionSet(options, "scalar") == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterOptionsSetInstructionSet(options, "avx9") == kTfLiteError);
  CHECK(TfLiteSwiftInterpreterOptionsSetInstructionSet(options, NULL) == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterOptionsSetSubgraphCallLimit(options, 10) == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterOptionsSetPreserveAllTensors(options, true) == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterOptionsSetWorkLimit(options, 1) == kTfLiteOk);
  TfLiteInterpreter* worker = make(argv, "add", options);
  CHECK(TfLiteInterpreterAllocateTensors(worker) == kTfLiteError);
  CHECK(strstr(TfLiteSwiftGetLastError(), "work limit of 1"));
  TfLiteInterpreterDelete(worker);
  CHECK(TfLiteSwiftInterpreterOptionsSetWorkLimit(options, SIZE_MAX) == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterOptionsSetMemoryLimit(options, 1) == kTfLiteOk);
  TfLiteInterpreterOptionsSetErrorReporter(options, TfLiteSwiftIgnoreErrors, NULL);
  TfLiteInterpreter* interpreter = make(argv, "add", options);
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteError);
  CHECK(strstr(TfLiteSwiftGetLastError(), "memory limit of 1"));
  pthread_t thread;
  CHECK(!pthread_create(&thread, NULL, otherThread, NULL) && !pthread_join(thread, NULL));
  TfLiteInterpreterDelete(interpreter);
  CHECK(TfLiteSwiftInterpreterOptionsSetMemoryLimit(options, 1 << 20) == kTfLiteOk);

  interpreter = make(argv, "add", options);
  TfLiteInterpreterOptionsDelete(options);
  CHECK(TfLiteSwiftInterpreterGetSubgraphCount(interpreter) == 1);
  CHECK(TfLiteSwiftInterpreterGetTensorCount(interpreter, 0) == 3);
  CHECK(TfLiteSwiftInterpreterGetTensorCount(interpreter, 1) == 0);
  CHECK(TfLiteSwiftInterpreterGetTensor(interpreter, 0, 0) == TfLiteInterpreterGetTensor(interpreter, 0));
  CHECK(!TfLiteSwiftInterpreterGetTensor(interpreter, 0, 3) && !TfLiteSwiftInterpreterGetTensor(interpreter, 1, 0));
  CHECK(TfLiteSwiftInterpreterGetOperatorCount(interpreter, 0) == 2);
  CHECK(!strcmp(TfLiteSwiftInterpreterGetOperatorName(interpreter, 0, 1), "ADD"));
  CHECK(!TfLiteSwiftInterpreterGetOperatorName(interpreter, 0, 2));
  CHECK(TfLiteSwiftInterpreterGetOperatorInputs(interpreter, 0, 0)->size == 2);
  int middle = TfLiteSwiftInterpreterGetOperatorOutputs(interpreter, 0, 0)->data[0];
  CHECK(!TfLiteSwiftInterpreterGetOperatorOutputs(interpreter, 0, -1));

  uint64_t generation = *TfLiteSwiftInterpreterGetMemoryGeneration(interpreter);
  int in = TfLiteInterpreterInputTensorIndices(interpreter)[0];
  CHECK(TfLiteSwiftInterpreterResizeTensor(interpreter, 0, in, (int[]){1, 3}, 2, true) == kTfLiteError);
  CHECK(TfLiteSwiftInterpreterResizeTensor(interpreter, 0, in, (int[]){1, 3}, 2, false) == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterAllocateSubgraph(interpreter, 0) == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterAllocateSubgraph(interpreter, 1) == kTfLiteError);
  CHECK(*TfLiteSwiftInterpreterGetMemoryGeneration(interpreter) != generation);
  TfLiteInterpreterGetInputTensor(interpreter, 0)->data.f[1] = 2;
  generation = *TfLiteSwiftInterpreterGetMemoryGeneration(interpreter);
  CHECK(TfLiteSwiftInterpreterInvokeSubgraph(interpreter, 0) == kTfLiteOk);
  CHECK(*TfLiteSwiftInterpreterGetMemoryGeneration(interpreter) == generation);
  /* What was computed on the way is there. */
  CHECK(TfLiteInterpreterGetTensor(interpreter, middle)->data.f[1] == 4);
  CHECK(TfLiteInterpreterGetOutputTensor(interpreter, 0)->data.f[1] == 6);

  CHECK(TfLiteSwiftInterpreterSetObserver(interpreter, see, &seen) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk && seen == 2);
  CHECK(TfLiteSwiftInterpreterSetObserver(interpreter, stop, NULL) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  CHECK(TfLiteSwiftInterpreterSetObserver(interpreter, NULL, NULL) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  CHECK(TfLiteInterpreterGetOutputTensor(interpreter, 0)->data.f[1] == 6);
  TfLiteInterpreterDelete(interpreter);
  return 0;
}
