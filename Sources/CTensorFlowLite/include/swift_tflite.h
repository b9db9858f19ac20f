/* What swift-tflite has beyond the C interface of TensorFlow Lite. */
#ifndef SWIFT_TFLITE_H_
#define SWIFT_TFLITE_H_

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why the last call on this thread that failed did so: operator, tensor and cause. Empty before the first failure. Valid
 * until the next failure on this thread. */
TFL_CAPI_EXPORT const char* TfLiteSwiftGetLastError(void);

/* An error reporter that does nothing, for programs that ask TfLiteSwiftGetLastError instead. */
TFL_CAPI_EXPORT void TfLiteSwiftIgnoreErrors(void* user_data, const char* format, va_list args);

/* Options. */

/* Whose results are reproduced: "reference", the default; "xnnpack", TFLite's default runtime as it is on this processor;
 * "xnnpack-x86_64" or "xnnpack-arm64", as it is on one of these, whichever computes. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterOptionsSetNumerics(
    TfLiteInterpreterOptions* options, const char* numerics);
/* The instructions that inner loops may use: "portable", "avx2", "avx512", "neon"; NULL takes the best that there are.
 * Results do not depend on it. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterOptionsSetInstructionSet(
    TfLiteInterpreterOptions* options, const char* instruction_set);
/* The most bytes that activations and working memory may take; 2 GiB unless set. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterOptionsSetMemoryLimit(
    TfLiteInterpreterOptions* options, size_t byte_count);
/* The most steps of work in one invocation: multiplications, comparisons and bytes of operands, estimated from shapes; no
 * limit unless set. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterOptionsSetWorkLimit(
    TfLiteInterpreterOptions* options, size_t step_count);
/* The most calls of subgraphs in one invocation, which ends endless loops; one million unless set. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterOptionsSetSubgraphCallLimit(
    TfLiteInterpreterOptions* options, size_t count);
/* Whether every tensor keeps its values until the next invocation. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterOptionsSetPreserveAllTensors(
    TfLiteInterpreterOptions* options, bool enable);

/* What is in a model. Numbers are 0, indices -1 and pointers NULL for what there is not. Pointers are valid as long as
 * the interpreter. */

TFL_CAPI_EXPORT int32_t TfLiteSwiftInterpreterGetSubgraphCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT int32_t TfLiteSwiftInterpreterGetTensorCount(const TfLiteInterpreter* interpreter, int32_t subgraph);
TFL_CAPI_EXPORT TfLiteTensor* TfLiteSwiftInterpreterGetTensor(
    const TfLiteInterpreter* interpreter, int32_t subgraph, int32_t index);
TFL_CAPI_EXPORT int32_t TfLiteSwiftInterpreterGetOperatorCount(const TfLiteInterpreter* interpreter, int32_t subgraph);
/* The schema's name, such as CONV_2D, or that of a custom operator. */
TFL_CAPI_EXPORT const char* TfLiteSwiftInterpreterGetOperatorName(
    const TfLiteInterpreter* interpreter, int32_t subgraph, int32_t index);
/* -1 stands for an optional input that is left out. */
TFL_CAPI_EXPORT const TfLiteIntArray* TfLiteSwiftInterpreterGetOperatorInputs(
    const TfLiteInterpreter* interpreter, int32_t subgraph, int32_t index);
TFL_CAPI_EXPORT const TfLiteIntArray* TfLiteSwiftInterpreterGetOperatorOutputs(
    const TfLiteInterpreter* interpreter, int32_t subgraph, int32_t index);
/* The subgraph of a signature. */
TFL_CAPI_EXPORT int32_t TfLiteSwiftInterpreterGetSignatureSubgraph(
    const TfLiteInterpreter* interpreter, int32_t signature_index);
/* Name and tensor of a signature's input or output, in the order of the names. */
TFL_CAPI_EXPORT int32_t TfLiteSwiftInterpreterGetSignatureTensor(
    const TfLiteInterpreter* interpreter, int32_t signature_index, bool is_output, int32_t position,
    const char** name);

/* Subgraphs by their index, as the functions without Swift in their names do it for the main subgraph. */

TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterResizeTensor(
    TfLiteInterpreter* interpreter, int32_t subgraph, int32_t tensor, const int* dims, int32_t dims_size, bool strict);
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterAllocateSubgraph(TfLiteInterpreter* interpreter, int32_t subgraph);
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterInvokeSubgraph(TfLiteInterpreter* interpreter, int32_t subgraph);
/* Counts how often data pointers of tensors may have changed. The pointer is valid as long as the interpreter. */
TFL_CAPI_EXPORT const uint64_t* TfLiteSwiftInterpreterGetMemoryGeneration(const TfLiteInterpreter* interpreter);

/* Observers. */

/* One operator that has just run. Valid during the call of the observer that gets it. */
typedef struct TfLiteSwiftOperatorRun {
  /* Position in the order of execution. */
  int32_t index;
  /* The schema's name of the operator, or that of a custom operator. */
  const char* name;
  /* The code that computed it, such as "conv2D int8 vector avx2". */
  const char* kernel;
  int32_t output_count;
  /* The tensors it has computed: their indices, and the tensors with this operator's values. */
  const int32_t* output_indices;
  const TfLiteTensor* outputs;
  /* How long it took. */
  int64_t nanoseconds;
} TfLiteSwiftOperatorRun;

/* Sees every operator of each invocation of the main subgraph; false ends the invocation there. NULL removes it.
 * Watching never changes a bit of any result; set it before tensors are allocated, or data pointers change. */
TFL_CAPI_EXPORT TfLiteStatus TfLiteSwiftInterpreterSetObserver(
    TfLiteInterpreter* interpreter, bool (*observer)(void* user_data, const TfLiteSwiftOperatorRun* run),
    void* user_data);

#ifdef __cplusplus
}
#endif

#endif /* SWIFT_TFLITE_H_ */
