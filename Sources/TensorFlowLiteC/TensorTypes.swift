import CTensorFlowLite
import TFLiteSchema

extension TfLiteType {
  /// The interface numbers types in another order than the schema.
  init(_ type: TensorType) {
    self =
      switch type {
      case .float32: kTfLiteFloat32
      case .float16: kTfLiteFloat16
      case .int32: kTfLiteInt32
      case .uint8: kTfLiteUInt8
      case .int64: kTfLiteInt64
      case .string: kTfLiteString
      case .bool: kTfLiteBool
      case .int16: kTfLiteInt16
      case .complex64: kTfLiteComplex64
      case .int8: kTfLiteInt8
      case .float64: kTfLiteFloat64
      case .complex128: kTfLiteComplex128
      case .uint64: kTfLiteUInt64
      case .resource: kTfLiteResource
      case .variant: kTfLiteVariant
      case .uint32: kTfLiteUInt32
      case .uint16: kTfLiteUInt16
      case .int4: kTfLiteInt4
      case .bfloat16: kTfLiteBFloat16
      case .int2: kTfLiteInt2
      case .uint4: kTfLiteUInt4
      case .float8E4M3FN: kTfLiteFloat8E4M3FN
      case .float8E5M2: kTfLiteFloat8E5M2
      }
  }

  /// The schema's type; nil for no type, and for numbers that stand for none.
  var schemaType: TensorType? { TensorType.allCases.first { TfLiteType($0) == self } }
}
