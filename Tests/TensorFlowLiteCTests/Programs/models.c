/* Versions, models from files and from memory, and what their reporters are told. */
#include "check.h"

int main(int argc, char** argv) {
  CHECK(argc == 2);
  int major, minor, patch;
  CHECK(sscanf(TfLiteVersion(), "%d.%d.%d", &major, &minor, &patch) == 3 && major == 2);
  CHECK(sscanf(TfLiteExtensionApisVersion(), "%d.%d.%d", &major, &minor, &patch) == 3);
  CHECK(TfLiteSchemaVersion() == 3);

  Told told = {0};
  char path[4096];
  snprintf(path, sizeof path, "%s/add.tflite", argv[1]);
  FILE* file = fopen(path, "rb");
  CHECK(file);
  static char bytes[1 << 16];
  size_t count = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  TfLiteModel* model = TfLiteModelCreate(bytes, count);
  CHECK(model);
  TfLiteModelDelete(model);
  model = TfLiteModelCreateWithErrorReporter(bytes, count, keep, &told);
  CHECK(model && told.count == 0);
  /* The bytes have been copied. */
  memset(bytes, 0, sizeof bytes);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, NULL);
  CHECK(interpreter && TfLiteInterpreterAllocateTensors(interpreter) == kTfLiteOk);
  CHECK(TfLiteInterpreterInvoke(interpreter) == kTfLiteOk);
  TfLiteInterpreterDelete(interpreter);
  TfLiteModelDelete(model);

  memset(bytes, 'c', 20);
  CHECK(!TfLiteModelCreateWithErrorReporter(bytes, 20, keep, &told));
  CHECK(told.count == 1 && !strcmp(told.text, "The model is not a valid Flatbuffer buffer"));
  CHECK(!strcmp(TfLiteSwiftGetLastError(), told.text));
  CHECK(!TfLiteModelCreateFromFileWithErrorReporter("no/such/file%s.tflite", keep, &told));
  CHECK(told.count == 2 && strstr(told.text, "Could not open 'no/such/file%s.tflite'."));
  model = TfLiteModelCreateFromFileWithErrorReporter(path, TfLiteSwiftIgnoreErrors, NULL);
  CHECK(model);
  TfLiteModelDelete(model);
  return 0;
}
