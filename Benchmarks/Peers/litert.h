// The TFLite C library (LiteRT 2.1.6) as the C programs of this folder use it: one model, opened once, run many times.
#ifndef LITERT_H
#define LITERT_H

#include <stddef.h>
#include <stdint.h>

// Limits of the interface, not of these programs.
enum { LITERT_MAX_RANK = 8, LITERT_FLOAT32 = 1 };

typedef struct {
  int32_t type;
  int rank;
  int32_t dimensions[LITERT_MAX_RANK];
  size_t byte_count;
} litert_tensor;

typedef struct {
  void *compiled;
  size_t input_count, output_count;
  void **inputs, **outputs;
  char **input_names;
  litert_tensor *output_tensors;
} litert_session;

// Compiles the model for the CPU. `kernel_mode` is "xnnpack" (the library's default) or "reference".
// Every function here ends the program with a message where the library refuses.
litert_session litert_open(const char *model_path, const char *kernel_mode, int thread_count);

// The memory of an input, to be filled; `litert_unlock` afterwards.
void *litert_lock_input(litert_session *session, size_t index, size_t *byte_count);
void litert_unlock_input(litert_session *session, size_t index);

// The values of an output of the last run.
const void *litert_lock_output(litert_session *session, size_t index);
void litert_unlock_output(litert_session *session, size_t index);

void litert_run(litert_session *session);

#endif
