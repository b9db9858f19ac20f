/* What the programs check with: the first thing that does not hold ends the program. */
#ifndef CHECK_H_
#define CHECK_H_

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swift_tflite.h"
#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/c_api_experimental.h"
#include "tensorflow/lite/c/c_api_opaque.h"
#include "tensorflow/lite/c/common.h"

#define CHECK(condition)                                                                                \
  do {                                                                                                  \
    if (!(condition)) {                                                                                 \
      fprintf(stderr, "%s:%d: %s does not hold; last error: %s\n", __FILE__, __LINE__, #condition,      \
              TfLiteSwiftGetLastError());                                                               \
      exit(1);                                                                                          \
    }                                                                                                   \
  } while (0)

/* Keeps what a reporter has been told. */
typedef struct Told {
  int count;
  char text[4096];
} Told;

static inline void keep(void* user_data, const char* format, va_list args) {
  Told* told = user_data;
  told->count += 1;
  vsnprintf(told->text, sizeof told->text, format, args);
}

/* Models that the tests have made, in the folder that the first argument names. */
static inline TfLiteModel* load(char** argv, const char* name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.tflite", argv[1], name);
  TfLiteModel* model = TfLiteModelCreateFromFile(path);
  CHECK(model);
  return model;
}

static inline TfLiteInterpreter* make(char** argv, const char* name, const TfLiteInterpreterOptions* options) {
  TfLiteModel* model = load(argv, name);
  TfLiteInterpreter* interpreter = TfLiteInterpreterCreate(model, options);
  CHECK(interpreter);
  TfLiteModelDelete(model);
  return interpreter;
}

#endif
