/* What Swift cannot express: variable arguments and thread-local storage. Not part of the interface. */
#ifndef SWIFT_TFLITE_REPORTING_H_
#define SWIFT_TFLITE_REPORTING_H_

#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/common.h"

/* An error reporter, whatever its arguments; NULL for the standard error output. */
typedef struct ErrorReporter {
  void (*function)(void);
  void* user_data;
} ErrorReporter;

/* Gives a reporter one message. */
void report_error(ErrorReporter reporter, const char* message);

/* Keeps a message as the last one of this thread. */
void set_last_error(const char* message);
const char* last_error(void);

/* Fills in the members of a context that have variable arguments. */
void set_context_reporting(TfLiteContext* context);

/* Called by the functions that take a reporter. Implemented in Swift. */
TfLiteModel* create_model(const void* model_data, size_t model_size, ErrorReporter reporter);
TfLiteModel* create_model_from_file(const char* model_path, ErrorReporter reporter);
void set_error_reporter(TfLiteInterpreterOptions* options, ErrorReporter reporter);
void report_context_error(TfLiteContext* context, const char* message);

#endif /* SWIFT_TFLITE_REPORTING_H_ */
