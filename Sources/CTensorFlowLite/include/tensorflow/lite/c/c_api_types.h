/* Types that all parts of the C interface share. Values and layouts are those of TensorFlow Lite 2. */
#ifndef SWIFT_TFLITE_C_API_TYPES_H_
#define SWIFT_TFLITE_C_API_TYPES_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In front of what the library exports. */
#ifndef TFL_CAPI_EXPORT
#ifdef _WIN32
#define TFL_CAPI_EXPORT
#else
#define TFL_CAPI_EXPORT __attribute__((visibility("default")))
#endif
#endif

/* What became of a call. More values may be added. */
typedef enum TfLiteStatus {
  kTfLiteOk = 0,
  /* Something is wrong with the call, the model or its values; the error reporter has been told what. */
  kTfLiteError = 1,
  kTfLiteDelegateError = 2,
  /* A delegate cannot be applied: this library applies none. */
  kTfLiteApplicationError = 3,
  kTfLiteDelegateDataNotFound = 4,
  kTfLiteDelegateDataWriteError = 5,
  kTfLiteDelegateDataReadError = 6,
  /* The model needs an operator that nobody has implemented. */
  kTfLiteUnresolvedOps = 7,
  /* The invocation was ended by TfLiteInterpreterCancel or TfLiteSignatureRunnerCancel. */
  kTfLiteCancelled = 8,
  kTfLiteOutputShapeNotKnown = 9,
} TfLiteStatus;

/* The type of a tensor's elements. */
typedef enum {
  kTfLiteNoType = 0,
  kTfLiteFloat32 = 1,
  kTfLiteInt32 = 2,
  kTfLiteUInt8 = 3,
  kTfLiteInt64 = 4,
  kTfLiteString = 5,
  kTfLiteBool = 6,
  kTfLiteInt16 = 7,
  kTfLiteComplex64 = 8,
  kTfLiteInt8 = 9,
  kTfLiteFloat16 = 10,
  kTfLiteFloat64 = 11,
  kTfLiteComplex128 = 12,
  kTfLiteUInt64 = 13,
  kTfLiteResource = 14,
  kTfLiteVariant = 15,
  kTfLiteUInt32 = 16,
  kTfLiteUInt16 = 17,
  kTfLiteInt4 = 18,
  kTfLiteBFloat16 = 19,
  kTfLiteInt2 = 20,
  kTfLiteUInt4 = 21,
  kTfLiteFloat8E4M3FN = 22,
  kTfLiteFloat8E5M2 = 23,
} TfLiteType;

/* real = scale * (stored - zero_point), for a tensor with one scale; 0 and 0 for any other. */
typedef struct TfLiteQuantizationParams {
  float scale;
  int32_t zero_point;
} TfLiteQuantizationParams;

/* How a dimension of a sparse tensor is stored. */
typedef enum TfLiteDimensionType {
  kTfLiteDimDense = 0,
  kTfLiteDimSparseCSR,
} TfLiteDimensionType;

/* What custom operators get. They are the structures of common.h without their names. */
typedef struct TfLiteOpaqueContext TfLiteOpaqueContext;
typedef struct TfLiteOpaqueNode TfLiteOpaqueNode;
typedef struct TfLiteOpaqueTensor TfLiteOpaqueTensor;

/* What hands operators to other hardware. This library refuses all of them. */
typedef struct TfLiteDelegate TfLiteDelegate;
typedef struct TfLiteOpaqueDelegateStruct TfLiteOpaqueDelegateStruct;
#if TFLITE_WITH_STABLE_ABI || TFLITE_USE_OPAQUE_DELEGATE
typedef TfLiteOpaqueDelegateStruct TfLiteOpaqueDelegate;
#else
typedef TfLiteDelegate TfLiteOpaqueDelegate;
#endif

#ifdef __cplusplus
}
#endif

#endif /* SWIFT_TFLITE_C_API_TYPES_H_ */
