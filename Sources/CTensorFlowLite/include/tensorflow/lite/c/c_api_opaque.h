/* What operators written as callbacks may ask for. */
#ifndef SWIFT_TFLITE_C_API_OPAQUE_H_
#define SWIFT_TFLITE_C_API_OPAQUE_H_

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "tensorflow/lite/c/c_api.h"
#include "tensorflow/lite/c/c_api_types.h"
#include "tensorflow/lite/c/common.h"
#include "tensorflow/lite/c/operator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Tensors, as in c_api.h. */
TFL_CAPI_EXPORT extern TfLiteType TfLiteOpaqueTensorType(const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT extern int32_t TfLiteOpaqueTensorNumDims(const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT extern int32_t TfLiteOpaqueTensorDim(const TfLiteOpaqueTensor* opaque_tensor, int32_t dim_index);

/* The shape in the file, -1 where it is open; num_dims is -1 where it says nothing. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorGetNumDimsSignature(
    const TfLiteOpaqueTensor* opaque_tensor, int32_t* num_dims);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorGetDimSignature(
    const TfLiteOpaqueTensor* opaque_tensor, int32_t dim_index, int32_t* dim_length);
TFL_CAPI_EXPORT extern int TfLiteOpaqueTensorIsVariable(const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT extern size_t TfLiteOpaqueTensorByteSize(const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT extern void* TfLiteOpaqueTensorData(const TfLiteOpaqueTensor* opaque_tensor);

/* Where the values lie, how long they stay, and from when on they are known. */
TFL_CAPI_EXPORT extern TfLiteAllocationType TfLiteOpaqueTensorGetAllocationType(
    const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT extern TfLiteAllocationStrategy TfLiteOpaqueTensorGetAllocationStrategy(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT extern TfLiteRunStability TfLiteOpaqueTensorGetBufferAddressStability(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT extern TfLiteRunStability TfLiteOpaqueTensorGetDataStability(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT extern TfLiteRunStep TfLiteOpaqueTensorGetDataKnownStep(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT extern TfLiteRunStep TfLiteOpaqueTensorGetShapeKnownStep(const TfLiteOpaqueTensor* t);
TFL_CAPI_EXPORT extern const char* TfLiteOpaqueTensorName(const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT extern TfLiteQuantization TfLiteOpaqueTensorGetQuantization(const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT extern TfLiteQuantizationParams TfLiteOpaqueTensorGetQuantizationParams(
    const TfLiteOpaqueTensor* opaque_tensor);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorCopyFromBuffer(
    TfLiteOpaqueTensor* opaque_tensor, const void* input_data, size_t input_data_size);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorCopyToBuffer(
    const TfLiteOpaqueTensor* opaque_tensor, void* output_data, size_t output_data_size);

/* Tensors of type kTfLiteString. */
TFL_CAPI_EXPORT extern int TfLiteOpaqueTensorGetStringCount(const TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorGetString(
    const TfLiteOpaqueTensor* tensor, int index, const char** str, int* len);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorWriteStrings(
    TfLiteOpaqueTensor* tensor, const char* const* str_array, int str_array_len, const int* str_n_len);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueTensorWriteString(TfLiteOpaqueTensor* tensor, const char* str, int len);

/* Makes tensors for TfLiteOpaqueContextAddTensor. Setters return the builder. */

typedef struct TfLiteOpaqueTensorBuilder TfLiteOpaqueTensorBuilder;

TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderCreate(void);
TFL_CAPI_EXPORT extern void TfLiteOpaqueTensorBuilderDelete(TfLiteOpaqueTensorBuilder* builder);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetType(
    TfLiteOpaqueTensorBuilder* builder, TfLiteType type);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetData(
    TfLiteOpaqueTensorBuilder* builder, void* data);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetAllocationType(
    TfLiteOpaqueTensorBuilder* builder, TfLiteAllocationType allocation_type);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetQuantizationParams(
    TfLiteOpaqueTensorBuilder* builder, TfLiteQuantizationParams params);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensorBuilder* TfLiteOpaqueTensorBuilderSetQuantization(
    TfLiteOpaqueTensorBuilder* builder, TfLiteQuantization quantization);

/* Says, when an operator is prepared, that only its invocation will tell an output's shape. */
TFL_CAPI_EXPORT extern void TfLiteOpaqueTensorSetAllocationTypeToDynamic(TfLiteOpaqueTensor* tensor);
TFL_CAPI_EXPORT extern void TfLiteOpaqueTensorSetNonCpuAllocation(TfLiteOpaqueTensor* tensor);

/* Nodes. */

/* NULL for an optional input that is left out, and outside of the inputs. */
TFL_CAPI_EXPORT extern const TfLiteOpaqueTensor* TfLiteOpaqueNodeGetInput(
    const TfLiteOpaqueContext* opaque_context, const TfLiteOpaqueNode* opaque_node, int index);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensor* TfLiteOpaqueNodeGetOutput(
    TfLiteOpaqueContext* opaque_context, const TfLiteOpaqueNode* opaque_node, int index);
TFL_CAPI_EXPORT extern int TfLiteOpaqueNodeNumberOfInputs(const TfLiteOpaqueNode* opaque_node);
TFL_CAPI_EXPORT extern int TfLiteOpaqueNodeNumberOfOutputs(const TfLiteOpaqueNode* opaque_node);

/* What the operator's init has returned. */
TFL_CAPI_EXPORT extern void* TfLiteOpaqueNodeGetUserData(const TfLiteOpaqueNode* opaque_node);

/* NULL: options of the schema's operators are not translated. */
TFL_CAPI_EXPORT extern void* TfLiteOpaqueNodeGetBuiltinData(const TfLiteOpaqueNode* opaque_node);

/* The custom options in the file. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeGetCustomInitialData(
    const TfLiteOpaqueNode* opaque_node, const void** init_data, int* size);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeInputs(
    const TfLiteOpaqueNode* opaque_node, const int** inputs, int* num_inputs);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeOutputs(
    const TfLiteOpaqueNode* opaque_node, const int** outputs, int* num_outputs);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeSetTemporaries(
    TfLiteOpaqueNode* opaque_node, const int* temporaries, int num_temporaries);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueNodeTemporaries(
    const TfLiteOpaqueNode* opaque_node, const int** temporaries, int* num_temporaries);

/* -1 outside of the inputs or outputs. */
TFL_CAPI_EXPORT extern int TfLiteOpaqueNodeGetInputTensorIndex(const TfLiteOpaqueNode* opaque_node, int index_of_input);
TFL_CAPI_EXPORT extern int TfLiteOpaqueNodeGetOutputTensorIndex(
    const TfLiteOpaqueNode* opaque_node, int index_of_output);

/* Contexts: a subgraph, while its operators are prepared or run. */

/* The operators in the order of execution; belongs to the context. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetExecutionPlan(
    TfLiteOpaqueContext* opaque_context, TfLiteIntArray** execution_plan);

/* NULL: there are none. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetExternalContext(
    TfLiteOpaqueContext* opaque_context, void** external_context, TfLiteExternalContextType type);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetNodeAndRegistration(
    TfLiteOpaqueContext* opaque_context, int node_index, TfLiteOpaqueNode** node, TfLiteOperator**
    registration_external);

/* kTfLiteApplicationError: delegates are refused. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextReplaceNodeSubsetsWithDelegateKernels(
    TfLiteOpaqueContext* opaque_context, TfLiteOperator* registration_external, const TfLiteIntArray*
    nodes_to_replace, TfLiteOpaqueDelegate* opaque_delegate);
TFL_CAPI_EXPORT extern TfLiteOpaqueTensor* TfLiteOpaqueContextGetOpaqueTensor(
    const TfLiteOpaqueContext* opaque_context, int index);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetInputs(
    const TfLiteOpaqueContext* opaque_context, const int** inputs, int* num_inputs);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetOutputs(
    const TfLiteOpaqueContext* opaque_context, const int** outputs, int* num_outputs);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetVariables(
    const TfLiteOpaqueContext* opaque_context, const int** variables, int* num_variables);
TFL_CAPI_EXPORT extern size_t TfLiteOpaqueContextGetNumNodes(const TfLiteOpaqueContext* opaque_context);
TFL_CAPI_EXPORT extern size_t TfLiteOpaqueContextGetNumTensors(const TfLiteOpaqueContext* opaque_context);
TFL_CAPI_EXPORT extern const char* TfLiteOpaqueContextGetName(const TfLiteOpaqueContext* opaque_context);

/* For outputs and temporaries of the operator that is being prepared or run. Takes new_size over. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextResizeTensor(
    TfLiteOpaqueContext* context, TfLiteOpaqueTensor* tensor, TfLiteIntArray* new_size);

/* Any subgraph of the model; release it after use. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextAcquireSubgraphContext(
    TfLiteOpaqueContext* opaque_context, int subgraph_index, TfLiteOpaqueContext** acquired_opaque_context);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextReleaseSubgraphContext(
    TfLiteOpaqueContext* opaque_context, int subgraph_index);

/* An error: there are no delegates. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextMarkSubgraphAsDelegationSkippable(
    TfLiteOpaqueContext* opaque_context, int subgraph_index);

/* An error: no file descriptor is kept. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetNodeInitDataMmapInfo(
    const TfLiteOpaqueContext* context, const TfLiteOpaqueNode* node, int* fd, int64_t*
    custom_initial_data_offset_in_file, int64_t* custom_initial_data_size);

/* A temporary tensor of an operator. Dynamic ones bring their data, others get memory when they are resized. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextAddTensor(
    TfLiteOpaqueContext* context, TfLiteOpaqueTensorBuilder* builder, int* new_tensor_index);
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetSizeOfType(
    TfLiteOpaqueContext* context, TfLiteType type, size_t* bytes);

/* The buffer of the model's metadata with a name; an error where there is none. */
TFL_CAPI_EXPORT extern TfLiteStatus TfLiteOpaqueContextGetMetadata(
    TfLiteOpaqueContext* context, const char* name, const char** ptr, size_t* bytes);

/* Tells the error reporter. */
TFL_CAPI_EXPORT extern void TfLiteOpaqueContextReportError(
    TfLiteOpaqueContext* opaque_context, const char* format, ...);
TFL_CAPI_EXPORT extern void TfLiteOpaqueContextReportErrorVa(
    TfLiteOpaqueContext* opaque_context, const char* format, va_list vlist);

/* For kernels: reports, and returns from the calling function where something does not hold. */

#define TF_LITE_OPAQUE_KERNEL_LOG(opaque_context, ...) \
  do {                                                 \
    TfLiteOpaqueContextReportError((opaque_context), __VA_ARGS__); \
  } while (0)

#define TF_LITE_OPAQUE_MAYBE_KERNEL_LOG(opaque_context, ...) \
  do {                                                       \
    if ((opaque_context) != NULL) TF_LITE_OPAQUE_KERNEL_LOG(opaque_context, __VA_ARGS__); \
  } while (0)

#define TF_LITE_OPAQUE_ENSURE_MSG(opaque_context, value, msg) \
  do {                                                        \
    if (!(value)) {                                           \
      TF_LITE_OPAQUE_KERNEL_LOG((opaque_context), __FILE__ " " msg); \
      return kTfLiteError;                                    \
    }                                                         \
  } while (0)

#define TF_LITE_OPAQUE_ENSURE(opaque_context, a) \
  do {                                           \
    if (!(a)) {                                  \
      TF_LITE_OPAQUE_KERNEL_LOG((opaque_context), "%s:%d: %s was not true.", __FILE__, __LINE__, #a); \
      return kTfLiteError;                       \
    }                                            \
  } while (0)

#define TF_LITE_OPAQUE_ENSURE_EQ(opaque_context, a, b) \
  do {                                                 \
    if ((a) != (b)) {                                  \
      TF_LITE_OPAQUE_KERNEL_LOG((opaque_context), "%s:%d: %s != %s (%d != %d)", __FILE__, __LINE__, #a, #b, \
                                (int)(a), (int)(b));   \
      return kTfLiteError;                             \
    }                                                  \
  } while (0)

#define TF_LITE_OPAQUE_ENSURE_TYPES_EQ(opaque_context, a, b) \
  do {                                                       \
    if ((a) != (b)) {                                        \
      TF_LITE_OPAQUE_KERNEL_LOG((opaque_context), "%s:%d: %s != %s (%s != %s)", __FILE__, __LINE__, #a, #b, \
                                TfLiteTypeGetName(a), TfLiteTypeGetName(b)); \
      return kTfLiteError;                                   \
    }                                                        \
  } while (0)

#define TF_LITE_OPAQUE_ENSURE_NEAR(opaque_context, a, b, epsilon) \
  do {                                                            \
    double tf_lite_delta = (a) > (b) ? (double)(a) - (double)(b) : (double)(b) - (double)(a); \
    if (tf_lite_delta > (epsilon)) {                              \
      TF_LITE_OPAQUE_KERNEL_LOG((opaque_context), "%s:%d: %s not near %s (%f != %f)", __FILE__, __LINE__, #a, #b, \
                                (double)(a), (double)(b));        \
      return kTfLiteError;                                        \
    }                                                             \
  } while (0)

#ifdef __cplusplus
}
#endif

#endif /* SWIFT_TFLITE_C_API_OPAQUE_H_ */
