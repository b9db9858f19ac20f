// The functions of LiteRT's C interface that are needed to run a model, declared here because the published wheel holds
// the library without its headers. Layouts and numbers are those of `litert/c` in release 2.1.6.
#include "litert.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *handle;

typedef struct {
  uint32_t rank_and_flags;  // the low seven bits are the rank
  int32_t dimensions[LITERT_MAX_RANK];
  uint32_t strides[LITERT_MAX_RANK];
} layout;

typedef struct {
  int32_t type;
  layout layout;
} ranked_type;

typedef struct {
  int64_t tag, type, value;
} environment_option;

_Static_assert(sizeof(ranked_type) == 72, "LiteRtRankedTensorType");

int LiteRtCreateEnvironment(int, const void *, handle *);
int LiteRtCreateModelFromFile(handle, const char *, handle *);
int LiteRtGetModelSignature(handle, size_t, handle *);
int LiteRtGetNumSignatureInputs(handle, size_t *);
int LiteRtGetNumSignatureOutputs(handle, size_t *);
int LiteRtGetSignatureInputTensorByIndex(handle, size_t, handle *);
int LiteRtGetSignatureOutputTensorByIndex(handle, size_t, handle *);
int LiteRtGetTensorName(handle, const char **);
int LiteRtGetRankedTensorType(handle, ranked_type *);
int LiteRtCreateOptions(handle *);
int LiteRtSetOptionsHardwareAccelerators(handle, int);
int LiteRtCreateOpaqueOptions(const char *, void *, void (*)(void *), handle *);
int LiteRtAddOpaqueOptions(handle, handle);
int LiteRtCreateCompiledModel(handle, handle, handle, handle *);
int LiteRtGetCompiledModelInputBufferRequirements(handle, size_t, size_t, handle *);
int LiteRtGetCompiledModelOutputTensorLayouts(handle, size_t, size_t, layout *, bool);
int LiteRtCreateManagedTensorBufferFromRequirements(handle, const ranked_type *, handle, handle *);
int LiteRtCreateManagedTensorBuffer(handle, int, const ranked_type *, size_t, handle *);
int LiteRtGetTensorBufferPackedSize(handle, size_t *);
int LiteRtLockTensorBuffer(handle, void **, int);
int LiteRtUnlockTensorBuffer(handle);
int LiteRtRunCompiledModel(handle, size_t, size_t, handle *, size_t, handle *);

static void check(int status, const char *call) {
  if (status == 0) return;
  fprintf(stderr, "%s: status %d\n", call, status);
  exit(1);
}
#define CHECK(call) check(call, #call)

static size_t element_size(int32_t type) {
  switch (type) {
    case 1: case 2: case 16: return 4;           // float32, int32, uint32
    case 4: case 8: case 11: case 13: return 8;  // int64, complex64, float64, uint64
    case 7: case 10: case 17: case 19: return 2; // int16, float16, uint16, bfloat16
    default: return 1;
  }
}

static handle options(const char *kernel_mode, int thread_count) {
  handle options, cpu_options;
  CHECK(LiteRtCreateOptions(&options));
  CHECK(LiteRtSetOptionsHardwareAccelerators(options, 1 /* CPU */));
  char text[128];
  snprintf(text, sizeof text, "kernel_mode = \"%s\"\nnum_threads = %d\n", kernel_mode, thread_count);
  CHECK(LiteRtCreateOpaqueOptions("xnnpack", strdup(text), free, &cpu_options));
  CHECK(LiteRtAddOpaqueOptions(options, cpu_options));
  return options;
}

static void open_inputs(litert_session *session, handle environment, handle signature) {
  CHECK(LiteRtGetNumSignatureInputs(signature, &session->input_count));
  session->inputs = calloc(session->input_count + 1, sizeof(handle));
  session->input_names = calloc(session->input_count + 1, sizeof(char *));
  for (size_t i = 0; i < session->input_count; i++) {
    handle tensor, requirements;
    ranked_type type;
    const char *name;
    CHECK(LiteRtGetSignatureInputTensorByIndex(signature, i, &tensor));
    CHECK(LiteRtGetTensorName(tensor, &name));
    CHECK(LiteRtGetRankedTensorType(tensor, &type));
    CHECK(LiteRtGetCompiledModelInputBufferRequirements(session->compiled, 0, i, &requirements));
    CHECK(LiteRtCreateManagedTensorBufferFromRequirements(environment, &type, requirements, &session->inputs[i]));
    session->input_names[i] = strdup(name);
  }
}

static void open_outputs(litert_session *session, handle environment, handle signature) {
  CHECK(LiteRtGetNumSignatureOutputs(signature, &session->output_count));
  size_t count = session->output_count;
  session->outputs = calloc(count + 1, sizeof(handle));
  session->output_tensors = calloc(count + 1, sizeof(litert_tensor));
  layout *layouts = calloc(count + 1, sizeof(layout));
  // `true` plans the tensors first: the shapes in the file may be empty.
  CHECK(LiteRtGetCompiledModelOutputTensorLayouts(session->compiled, 0, count, layouts, true));
  for (size_t i = 0; i < count; i++) {
    handle tensor;
    ranked_type type;
    CHECK(LiteRtGetSignatureOutputTensorByIndex(signature, i, &tensor));
    CHECK(LiteRtGetRankedTensorType(tensor, &type));
    type.layout = layouts[i];
    litert_tensor *output = &session->output_tensors[i];
    output->type = type.type;
    output->rank = layouts[i].rank_and_flags & 0x7f;
    output->byte_count = element_size(type.type);
    for (int d = 0; d < output->rank; d++) {
      output->dimensions[d] = layouts[i].dimensions[d];
      output->byte_count *= layouts[i].dimensions[d];
    }
    CHECK(LiteRtCreateManagedTensorBuffer(
        environment, 1 /* host memory */, &type, output->byte_count, &session->outputs[i]));
  }
  free(layouts);
}

litert_session litert_open(const char *model_path, const char *kernel_mode, int thread_count) {
  litert_session session = {0};
  // Tag 25: the least severity that is logged; type 2: an integer; 4: nothing.
  environment_option silent = {.tag = 25, .type = 2, .value = 4};
  handle environment, model, signature;
  CHECK(LiteRtCreateEnvironment(1, &silent, &environment));
  CHECK(LiteRtCreateModelFromFile(environment, model_path, &model));
  CHECK(LiteRtCreateCompiledModel(environment, model, options(kernel_mode, thread_count), &session.compiled));
  CHECK(LiteRtGetModelSignature(model, 0, &signature));
  open_inputs(&session, environment, signature);
  open_outputs(&session, environment, signature);
  return session;
}

void *litert_lock_input(litert_session *session, size_t index, size_t *byte_count) {
  void *memory;
  CHECK(LiteRtGetTensorBufferPackedSize(session->inputs[index], byte_count));
  CHECK(LiteRtLockTensorBuffer(session->inputs[index], &memory, 1));
  return memory;
}

void litert_unlock_input(litert_session *session, size_t index) {
  CHECK(LiteRtUnlockTensorBuffer(session->inputs[index]));
}

const void *litert_lock_output(litert_session *session, size_t index) {
  void *memory;
  CHECK(LiteRtLockTensorBuffer(session->outputs[index], &memory, 0));
  return memory;
}

void litert_unlock_output(litert_session *session, size_t index) {
  CHECK(LiteRtUnlockTensorBuffer(session->outputs[index]));
}

void litert_run(litert_session *session) {
  CHECK(LiteRtRunCompiledModel(
      session->compiled, 0, session->input_count, session->inputs, session->output_count, session->outputs));
}
