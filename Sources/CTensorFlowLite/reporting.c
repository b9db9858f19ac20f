#include "reporting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swift_tflite.h"
#include "tensorflow/lite/c/c_api_opaque.h"

typedef void (*Reporter)(void* user_data, const char* format, va_list args);

static void call_reporter(ErrorReporter reporter, const char* format, ...) {
  va_list args;
  va_start(args, format);
  ((Reporter)reporter.function)(reporter.user_data, format, args);
  va_end(args);
}

void report_error(ErrorReporter reporter, const char* message) {
  if (reporter.function) {
    /* The original mostly passes its messages as formats, so that programs exist which print the format alone. */
    if (strchr(message, '%')) {
      call_reporter(reporter, "%s", message);
    } else {
      call_reporter(reporter, message);
    }
  } else {
    fprintf(stderr, "ERROR: %s\n", message);
  }
}

/* A buffer for each thread, since a pointer to it leaves the library; longer messages are cut. */
static _Thread_local char last_message[2048];

void set_last_error(const char* message) { snprintf(last_message, sizeof last_message, "%s", message); }

const char* last_error(void) { return last_message; }

void TfLiteSwiftIgnoreErrors(void* user_data, const char* format, va_list args) {
  (void)user_data;
  (void)format;
  (void)args;
}

TfLiteModel* TfLiteModelCreateWithErrorReporter(
    const void* model_data, size_t model_size, Reporter reporter, void* user_data) {
  return create_model(model_data, model_size, (ErrorReporter){(void (*)(void))reporter, user_data});
}

TfLiteModel* TfLiteModelCreateFromFileWithErrorReporter(const char* model_path, Reporter reporter, void* user_data) {
  return create_model_from_file(model_path, (ErrorReporter){(void (*)(void))reporter, user_data});
}

void TfLiteInterpreterOptionsSetErrorReporter(TfLiteInterpreterOptions* options, Reporter reporter, void* user_data) {
  set_error_reporter(options, (ErrorReporter){(void (*)(void))reporter, user_data});
}

static void report_formatted(TfLiteContext* context, const char* format, va_list args) {
  if (!context || !format) return;
  va_list copy;
  va_copy(copy, args);
  int length = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  char* message = length < 0 ? NULL : malloc((size_t)length + 1);
  if (!message) return;
  vsnprintf(message, (size_t)length + 1, format, args);
  report_context_error(context, message);
  free(message);
}

static void report_from_kernel(TfLiteContext* context, const char* format, ...) {
  va_list args;
  va_start(args, format);
  report_formatted(context, format, args);
  va_end(args);
}

void set_context_reporting(TfLiteContext* context) { context->ReportError = report_from_kernel; }

void TfLiteOpaqueContextReportErrorVa(TfLiteOpaqueContext* opaque_context, const char* format, va_list vlist) {
  report_formatted((TfLiteContext*)opaque_context, format, vlist);
}

void TfLiteOpaqueContextReportError(TfLiteOpaqueContext* opaque_context, const char* format, ...) {
  va_list args;
  va_start(args, format);
  report_formatted((TfLiteContext*)opaque_context, format, args);
  va_end(args);
}
