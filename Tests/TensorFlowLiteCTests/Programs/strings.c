/* Tensors of strings. strings.tflite: text [3] -> RESHAPE -> column [3, 1] -> Shout -> loud. */
#include "check.h"

/* Writes each string of the input in capitals, with an exclamation mark. */
static TfLiteStatus shout(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  const TfLiteOpaqueTensor* input = TfLiteOpaqueNodeGetInput(context, node, 0);
  CHECK(TfLiteOpaqueTensorType(input) == kTfLiteString && TfLiteOpaqueTensorGetStringCount(input) == 3);
  char loud[3][64];
  const char* texts[3];
  int lengths[3];
  for (int index = 0; index < 3; index++) {
    const char* text;
    int length;
    CHECK(TfLiteOpaqueTensorGetString(input, index, &text, &length) == kTfLiteOk && length < 60);
    for (int place = 0; place < length; place++) loud[index][place] = (char)(text[place] & ~0x20);
    loud[index][length] = '!';
    texts[index] = loud[index];
    lengths[index] = length + 1;
  }
  return TfLiteOpaqueTensorWriteStrings(TfLiteOpaqueNodeGetOutput(context, node, 0), texts, 3, lengths);
}

/* Writes fewer strings than the tensor then says. */
static TfLiteStatus lie(TfLiteOpaqueContext* context, TfLiteOpaqueNode* node) {
  TfLiteTensor* output = (TfLiteTensor*)TfLiteOpaqueNodeGetOutput(context, node, 0);
  CHECK(TfLiteTensorRealloc(12, output) == kTfLiteOk);
  memcpy(output->data.raw, (int[]){2, 12, 12}, 12);
  return kTfLiteOk;
}

static void expectString(const TfLiteTensor* tensor, int index, const char* expected) {
  const char* text;
  int length;
  CHECK(TfLiteOpaqueTensorGetString((const TfLiteOpaqueTensor*)tensor, index, &text, &length) == kTfLiteOk);
  CHECK(length == (int)strlen(expected) && !memcmp(text, expected, length));
}

static TfLiteInterpreter* makeWith(char** argv, TfLiteStatus (*invoke)(TfLiteOpaqueContext*, TfLiteOpaqueNode*),
                                   TfLiteOperator** operator, Told* told) {
  *operator = TfLiteOperatorCreate(kTfLiteBuiltinCustom, "Shout", 1, NULL);
  TfLiteOperatorSetInvoke(*operator, invoke);
  TfLiteInterpreterOptions* options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsAddOperator(options, *operator);
  TfLiteInterpreterOptionsSetErrorReporter(options, keep, told);
  TfLiteInterpreter* interpreter = make(argv, "strings", options);
  TfLiteInterpreterOptionsDelete(options);
  CHECK(TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk);
  return interpreter;
}

int main(int argc, char** argv) {
  CHECK(argc == 2);
  Told told = {0};
  TfLiteOperator* operator;
  TfLiteInterpreter* interpreter = makeWith(argv, shout, &operator, &told);
  TfLiteTensor* input = TfLiteInterpreterGetInputTensor(interpreter, 0);
  CHECK(TfLiteTensorType(input) == kTfLiteString && TfLiteTensorByteSize(input) == 0 && !TfLiteTensorData(input));
  CHECK(TfLiteTensorGetAllocationStrategy(input) == kTfLiteAllocationStrategyMalloc);
  const TfLiteTensor* column = TfLiteInterpreterGetOutputTensor(interpreter, 0);
  const TfLiteTensor* loud = TfLiteInterpreterGetOutputTensor(interpreter, 1);
  CHECK(!TfLiteTensorData(column) && !TfLiteTensorData(loud));

  /* Nobody has written the input: its strings are empty. */
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  expectString(column, 2, "");
  expectString(loud, 2, "!");

  const char* texts[] = {"one", "", "three"};
  CHECK(TfLiteOpaqueTensorWriteStrings((TfLiteOpaqueTensor*)input, texts, 3, (int[]){3, 0, 5}) == kTfLiteOk);
  CHECK(TfLiteTensorByteSize(input) == 5 * 4 + 8 && TfLiteTensorNumDims(input) == 1);
  for (int round = 0; round < 3; round++) {
    CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
    expectString(column, 0, "one");
    expectString(column, 1, "");
    expectString(loud, 0, "ONE!");
    expectString(loud, 1, "!");
    expectString(loud, 2, "THREE!");
    CHECK(TfLiteTensorNumDims(column) == 2 && TfLiteTensorDim(column, 0) == 3 && TfLiteTensorNumDims(loud) == 1);
  }

  /* Buffers, as many bytes as the tensor has. */
  char bytes[28], other[64];
  CHECK(TfLiteTensorCopyToBuffer(column, bytes, 28) == kTfLiteOk && !memcmp(bytes, (int[]){3, 20, 23, 23, 28}, 20));
  CHECK(TfLiteTensorCopyToBuffer(column, other, 64) == kTfLiteError);
  memcpy(bytes + 20, "nineteen", 8);
  CHECK(TfLiteTensorCopyFromBuffer(input, bytes, 28) == kTfLiteOk);
  CHECK(TfLiteTensorCopyFromBuffer(input, bytes, 27) == kTfLiteError);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  expectString(column, 0, "nin");
  expectString(loud, 2, "ETEEN!");

  /* Bytes of another number are written once there is room for them. */
  CHECK(TfLiteTensorRealloc(23, input) == kTfLiteOk && TfLiteTensorByteSize(input) == 23);
  memcpy(other, (int[]){3, 20, 21, 22, 23}, 20);
  memcpy(other + 20, "xyz", 3);
  CHECK(TfLiteTensorCopyFromBuffer(input, other, 23) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  expectString(loud, 1, "Y!");

  /* What is no string, or another number of them. */
  memcpy(other, (int[]){3, 20, 19, 22, 23}, 20);
  CHECK(TfLiteTensorCopyFromBuffer(input, other, 23) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteError && strstr(told.text, "text") && strstr(told.text, "offset"));
  CHECK(TfLiteOpaqueTensorWriteStrings((TfLiteOpaqueTensor*)input, texts, 2, (int[]){3, 0}) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteError && strstr(told.text, "2 strings instead of 3"));
  TfLiteCustomAllocation memory = {other, sizeof other};
  CHECK(TfLiteInterpreterSetCustomAllocationForTensor(interpreter, 0, &memory, 1) == kTfLiteError);

  /* A copy outlives the model. */
  CHECK(TfLiteOpaqueTensorWriteStrings((TfLiteOpaqueTensor*)input, texts, 3, (int[]){3, 0, 5}) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  TfLiteTensor clone = TfLiteTensorClone(*loud);
  CHECK(clone.data.raw != loud->data.raw && clone.dims != loud->dims && clone.bytes == loud->bytes);
  TfLiteInterpreterDelete(interpreter);
  TfLiteOperatorDelete(operator);
  expectString(&clone, 2, "THREE!");
  TfLiteTensorFree(&clone);

  interpreter = makeWith(argv, lie, &operator, &told);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteError && strstr(told.text, "loud"));
  TfLiteInterpreterDelete(interpreter);
  TfLiteOperatorDelete(operator);
  return 0;
}
