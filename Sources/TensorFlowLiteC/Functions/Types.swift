import CTensorFlowLite
import TFLiteSchema

/// The names as C strings, which live as long as the program.
private let typeNames: [UInt32: StaticString] = [
  kTfLiteNoType.rawValue: "NOTYPE", kTfLiteFloat32.rawValue: "FLOAT32", kTfLiteInt32.rawValue: "INT32",
  kTfLiteUInt8.rawValue: "UINT8", kTfLiteInt64.rawValue: "INT64", kTfLiteString.rawValue: "STRING",
  kTfLiteBool.rawValue: "BOOL", kTfLiteInt16.rawValue: "INT16", kTfLiteComplex64.rawValue: "COMPLEX64",
  kTfLiteInt8.rawValue: "INT8", kTfLiteFloat16.rawValue: "FLOAT16", kTfLiteFloat64.rawValue: "FLOAT64",
  kTfLiteComplex128.rawValue: "COMPLEX128", kTfLiteUInt64.rawValue: "UINT64", kTfLiteResource.rawValue: "RESOURCE",
  kTfLiteVariant.rawValue: "VARIANT", kTfLiteUInt32.rawValue: "UINT32", kTfLiteUInt16.rawValue: "UINT16",
  kTfLiteInt4.rawValue: "INT4", kTfLiteBFloat16.rawValue: "BFLOAT16", kTfLiteInt2.rawValue: "INT2",
  kTfLiteUInt4.rawValue: "UINT4", kTfLiteFloat8E4M3FN.rawValue: "FLOAT8_E4M3FN",
  kTfLiteFloat8E5M2.rawValue: "FLOAT8_E5M2",
]

extension StaticString {
  /// The text as a C string.
  var cString: UnsafePointer<CChar> { UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self) }
}

@c @implementation
package func TfLiteTypeGetName(_ type: TfLiteType) -> UnsafePointer<CChar>? {
  (typeNames[type.rawValue] ?? "Unknown type").cString
}
