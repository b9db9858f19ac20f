/* Signatures, and a model without any. */
#include "check.h"

int main(int argc, char** argv) {
  CHECK(argc == 2);
  TfLiteInterpreter* interpreter = make(argv, "signature", NULL);
  CHECK(TfLiteInterpreterGetSignatureCount(interpreter) == 1);
  CHECK(!strcmp(TfLiteInterpreterGetSignatureKey(interpreter, 0), "triple"));
  CHECK(!TfLiteInterpreterGetSignatureKey(interpreter, 1) && !TfLiteInterpreterGetSignatureKey(interpreter, -1));
  CHECK(!TfLiteInterpreterGetSignatureRunner(interpreter, "other"));
  TfLiteSignatureRunner* runner = TfLiteInterpreterGetSignatureRunner(interpreter, "triple");
  CHECK(runner && TfLiteSignatureRunnerGetInputCount(runner) == 1 && TfLiteSignatureRunnerGetOutputCount(runner) == 1);
  CHECK(!strcmp(TfLiteSignatureRunnerGetInputName(runner, 0), "x"));
  CHECK(!strcmp(TfLiteSignatureRunnerGetOutputName(runner, 0), "y"));
  CHECK(!TfLiteSignatureRunnerGetInputName(runner, 1) && !TfLiteSignatureRunnerGetOutputName(runner, -1));
  CHECK(TfLiteSignatureRunnerInvoke(runner) == kTfLiteError);
  /* The first dimension is fixed, the second open. */
  CHECK(TfLiteSignatureRunnerResizeInputTensor(runner, "x", (int[]){2, 2}, 2) == kTfLiteError);
  CHECK(TfLiteSignatureRunnerResizeInputTensor(runner, "x", (int[]){1, 3}, 2) == kTfLiteOk);
  CHECK(TfLiteSignatureRunnerAllocateTensors(runner) == kTfLiteOk);
  TfLiteTensor* input = TfLiteSignatureRunnerGetInputTensor(runner, "x");
  const TfLiteTensor* output = TfLiteSignatureRunnerGetOutputTensor(runner, "y");
  CHECK(input && output && !TfLiteSignatureRunnerGetInputTensor(runner, "y"));
  input->data.f[2] = 4;
  CHECK(TfLiteSignatureRunnerInvoke(runner) == kTfLiteOk && output->data.f[2] == 12);
  CHECK(TfLiteSignatureRunnerCancel(runner) == kTfLiteError);
  TfLiteSignatureRunnerDelete(runner);
  const char* name = NULL;
  CHECK(TfLiteSwiftInterpreterGetSignatureSubgraph(interpreter, 0) == 0);
  CHECK(TfLiteSwiftInterpreterGetSignatureTensor(interpreter, 0, true, 0, &name) >= 0 && !strcmp(name, "y"));
  CHECK(TfLiteSwiftInterpreterGetSignatureTensor(interpreter, 0, true, 1, &name) == -1);
  TfLiteInterpreterDelete(interpreter);

  interpreter = make(argv, "add", NULL);
  CHECK(TfLiteInterpreterGetSignatureCount(interpreter) == 0);
  runner = TfLiteInterpreterGetSignatureRunner(interpreter, NULL);
  CHECK(runner && !strcmp(TfLiteSignatureRunnerGetInputName(runner, 0), "input"));
  TfLiteSignatureRunnerDelete(runner);
  TfLiteInterpreterDelete(interpreter);
  return 0;
}
