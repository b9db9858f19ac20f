/* Runs .tflite models: the C interface of TensorFlow Lite 2, implemented by swift-tflite.
 *
 * Functions that return a status or a pointer tell the error reporter why they return kTfLiteError or NULL;
 * TfLiteSwiftGetLastError of swift_tflite.h has the same text. NULL for an object is such an error, never a crash. An
 * interpreter must not be used by two threads at once; only TfLiteInterpreterCancel may come from another one. */
#ifndef SWIFT_TFLITE_C_API_H_
#define SWIFT_TFLITE_C_API_H_

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tensorflow/lite/builtin_ops.h"
#include "tensorflow/lite/c/c_api_types.h"
#include "tensorflow/lite/c/operator.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TfLiteModel TfLiteModel;
typedef struct TfLiteInterpreterOptions TfLiteInterpreterOptions;
typedef struct TfLiteInterpreter TfLiteInterpreter;
/* common.h shows what is in it. */
typedef struct TfLiteTensor TfLiteTensor;
typedef struct TfLiteSignatureRunner TfLiteSignatureRunner;

/* Versions. */

/* The version of TensorFlow Lite whose interface this is: three numbers with dots. */
TFL_CAPI_EXPORT extern const char* TfLiteVersion(void);
/* The version of the interface of custom operators. */
TFL_CAPI_EXPORT extern const char* TfLiteExtensionApisVersion(void);
/* The version of the schema of .tflite files: 3. */
TFL_CAPI_EXPORT int TfLiteSchemaVersion(void);

/* Models. NULL where the bytes or the file are no valid model. */

/* The bytes are copied. */
TFL_CAPI_EXPORT extern TfLiteModel* TfLiteModelCreate(const void* model_data, size_t model_size);
TFL_CAPI_EXPORT extern TfLiteModel* TfLiteModelCreateWithErrorReporter(
    const void* model_data, size_t model_size,
    void (*reporter)(void* user_data, const char* format, va_list args), void* user_data);
/* The file is read: what becomes of it later does not matter. */
TFL_CAPI_EXPORT extern TfLiteModel* TfLiteModelCreateFromFile(const char* model_path);
TFL_CAPI_EXPORT extern TfLiteModel* TfLiteModelCreateFromFileWithErrorReporter(
    const char* model_path, void (*reporter)(void* user_data, const char* format, va_list args), void* user_data);
/* Interpreters keep what they need of the model. */
TFL_CAPI_EXPORT extern void TfLiteModelDelete(TfLiteModel* model);

/* Options of interpreters, which copy them. */

TFL_CAPI_EXPORT extern TfLiteInterpreterOptions* TfLiteInterpreterOptionsCreate(void);
TFL_CAPI_EXPORT extern TfLiteInterpreterOptions* TfLiteInterpreterOptionsCopy(const TfLiteInterpreterOptions* from);
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsDelete(TfLiteInterpreterOptions* options);
/* How many threads share the work of an operator; -1, the default, stands for 1. Results do not depend on it. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetNumThreads(
    TfLiteInterpreterOptions* options, int32_t num_threads);
/* An interpreter with a delegate is refused. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsAddDelegate(
    TfLiteInterpreterOptions* options, TfLiteOpaqueDelegate* delegate);
/* Gets every message; without one, they go to the standard error output. args are valid during the call only. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsSetErrorReporter(
    TfLiteInterpreterOptions* options, void (*reporter)(void* user_data, const char* format, va_list args),
    void* user_data);
/* A custom operator, which must live as long as the interpreters. */
TFL_CAPI_EXPORT extern void TfLiteInterpreterOptionsAddOperator(
    TfLiteInterpreterOptions* options, TfLiteOperator* registration);
/* Whether TfLiteInterpreterCancel works. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterOptionsEnableCancellation(
    TfLiteInterpreterOptions* options, bool enable);

/* Interpreters. NULL where operators have no implementation; the message lists all of them. */

TFL_CAPI_EXPORT extern TfLiteInterpreter* TfLiteInterpreterCreate(
    const TfLiteModel* model, const TfLiteInterpreterOptions* optional_options);
TFL_CAPI_EXPORT extern void TfLiteInterpreterDelete(TfLiteInterpreter* interpreter);

TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetInputTensorCount(const TfLiteInterpreter* interpreter);
/* Which tensors the inputs are; as long as the interpreter lives. */
TFL_CAPI_EXPORT const int* TfLiteInterpreterInputTensorIndices(const TfLiteInterpreter* interpreter);
/* The pointer is valid as long as the interpreter; what it shows changes with it. NULL outside of the inputs. */
TFL_CAPI_EXPORT extern TfLiteTensor* TfLiteInterpreterGetInputTensor(
    const TfLiteInterpreter* interpreter, int32_t input_index);
/* Gives an input another shape. Unless it is the one that it has, tensors must be allocated anew. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterResizeInputTensor(
    TfLiteInterpreter* interpreter, int32_t input_index, const int* input_dims, int32_t input_dims_size);
/* Prepares every operator and lays out the memory of all tensors. Data pointers of before become invalid. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterAllocateTensors(TfLiteInterpreter* interpreter);
/* Runs the model on the values of its inputs. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterInvoke(TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetOutputTensorCount(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT const int* TfLiteInterpreterOutputTensorIndices(const TfLiteInterpreter* interpreter);
TFL_CAPI_EXPORT extern const TfLiteTensor* TfLiteInterpreterGetOutputTensor(
    const TfLiteInterpreter* interpreter, int32_t output_index);
/* Any tensor of the main subgraph. Values in between are kept where TfLiteSwiftInterpreterOptionsSetPreserveAllTensors
 * has asked for it. */
TFL_CAPI_EXPORT TfLiteTensor* TfLiteInterpreterGetTensor(const TfLiteInterpreter* interpreter, int index);
/* Ends a running invocation, from another thread, before its next operator; it then returns kTfLiteCancelled. An error
 * where the options have not enabled it. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteInterpreterCancel(const TfLiteInterpreter* interpreter);

/* Tensors. */

TFL_CAPI_EXPORT extern TfLiteType TfLiteTensorType(const TfLiteTensor* tensor);
/* -1 where the shape is not known. */
TFL_CAPI_EXPORT extern int32_t TfLiteTensorNumDims(const TfLiteTensor* tensor);
/* -1 outside of the dimensions. */
TFL_CAPI_EXPORT extern int32_t TfLiteTensorDim(const TfLiteTensor* tensor, int32_t dim_index);
TFL_CAPI_EXPORT extern size_t TfLiteTensorByteSize(const TfLiteTensor* tensor);
/* The elements, little-endian, in row-major order; NULL before the tensors are allocated. Valid until they are
 * allocated anew; where only a run tells the shape, until the next one. */
TFL_CAPI_EXPORT extern void* TfLiteTensorData(const TfLiteTensor* tensor);
TFL_CAPI_EXPORT extern const char* TfLiteTensorName(const TfLiteTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteQuantizationParams TfLiteTensorQuantizationParams(const TfLiteTensor* tensor);
/* An error for another number of bytes than the tensor has, for constants, and before tensors are allocated. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteTensorCopyFromBuffer(
    TfLiteTensor* tensor, const void* input_data, size_t input_data_size);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteTensorCopyToBuffer(
    const TfLiteTensor* output_tensor, void* output_data, size_t output_data_size);

/* Signatures: subgraphs whose inputs and outputs have names. */

TFL_CAPI_EXPORT extern int32_t TfLiteInterpreterGetSignatureCount(const TfLiteInterpreter* interpreter);
/* As long as the interpreter lives; NULL outside of the signatures. */
TFL_CAPI_EXPORT extern const char* TfLiteInterpreterGetSignatureKey(
    const TfLiteInterpreter* interpreter, int32_t signature_index);
/* What runs a signature; delete it before the interpreter. NULL for a key stands for the first signature, and in a model
 * without any, for the main subgraph with the names of its tensors. */
TFL_CAPI_EXPORT extern TfLiteSignatureRunner* TfLiteInterpreterGetSignatureRunner(
    const TfLiteInterpreter* interpreter, const char* signature_key);
TFL_CAPI_EXPORT extern size_t TfLiteSignatureRunnerGetInputCount(const TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT extern const char* TfLiteSignatureRunnerGetInputName(
    const TfLiteSignatureRunner* signature_runner, int32_t input_index);
/* Only dimensions that the model leaves open may change. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteSignatureRunnerResizeInputTensor(
    TfLiteSignatureRunner* signature_runner, const char* input_name, const int* input_dims, int32_t input_dims_size);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteSignatureRunnerAllocateTensors(TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT extern TfLiteTensor* TfLiteSignatureRunnerGetInputTensor(
    TfLiteSignatureRunner* signature_runner, const char* input_name);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteSignatureRunnerInvoke(TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT extern size_t TfLiteSignatureRunnerGetOutputCount(const TfLiteSignatureRunner* signature_runner);
TFL_CAPI_EXPORT extern const char* TfLiteSignatureRunnerGetOutputName(
    const TfLiteSignatureRunner* signature_runner, int32_t output_index);
TFL_CAPI_EXPORT extern const TfLiteTensor* TfLiteSignatureRunnerGetOutputTensor(
    const TfLiteSignatureRunner* signature_runner, const char* output_name);
TFL_CAPI_EXPORT extern void TfLiteSignatureRunnerDelete(TfLiteSignatureRunner* signature_runner);

#ifdef __cplusplus
}
#endif

#endif /* SWIFT_TFLITE_C_API_H_ */
