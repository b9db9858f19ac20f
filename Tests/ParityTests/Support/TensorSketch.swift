import TFLiteSchema

/// An 8-bit quantized element type.
enum Quantized8: String, Sendable, CaseIterable {
  case uint8
  case int8

  var tensorType: TensorType { self == .uint8 ? .uint8 : .int8 }
  var range: ClosedRange<Int> { self == .uint8 ? 0...255 : -128...127 }

  /// The stored form of a value, which is clamped to the type's range.
  func byte(_ value: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max(value, range.lowerBound), range.upperBound))
  }

  func value(_ byte: UInt8) -> Int { self == .uint8 ? Int(byte) : Int(Int8(bitPattern: byte)) }
}

/// Scale and zero point of a whole tensor.
struct Affine: Equatable, Sendable {
  var scale: Float
  var zeroPoint: Int
}

/// A tensor of a generated model, with the values it is fed or holds.
struct TensorSketch: Sendable {
  var type: TensorType
  var shape: [Int]
  var scales: [Float] = []
  var zeroPoints: [Int] = []
  var quantizedDimension = 0
  /// The values, row by row; none for an output.
  var bytes: [UInt8] = []
  /// The scales of blocks, instead of the scales above.
  var blocks: BlockSketch?
  /// Where the values are, if only some are stored.
  var sparsity: Sparsity?
  /// Whether the tensor keeps its values from one run to the next; it is neither fed nor constant.
  var isVariable = false
  /// Whether the values are part of the model; otherwise they are fed to an input of it.
  var isConstant = false
  /// Whether a constant is fed to an input all the same when this package runs the model.
  ///
  /// The C interface hands out no results whose shape only a run can tell, so that the C library must see what decides
  /// shapes as a constant.
  var isFedHere = false

  var elementCount: Int { shape.reduce(1, *) }

  /// An operand or result with one scale and zero point.
  static func quantized(
    _ kind: Quantized8, _ shape: [Int], _ affine: Affine, bytes: [UInt8] = [], isConstant: Bool = false
  ) -> TensorSketch {
    TensorSketch(
      type: kind.tensorType, shape: shape, scales: [affine.scale], zeroPoints: [affine.zeroPoint], bytes: bytes,
      isConstant: isConstant)
  }

  /// A tensor of 32-bit floats.
  static func float(_ shape: [Int], _ values: [Float] = [], isConstant: Bool = false) -> TensorSketch {
    TensorSketch(type: .float32, shape: shape, bytes: values.flatMap(littleEndianBytes), isConstant: isConstant)
  }

  /// A constant list of 32-bit integers, such as a shape.
  static func constantInt32(_ values: [Int], shape: [Int]? = nil) -> TensorSketch {
    TensorSketch(
      type: .int32, shape: shape ?? [values.count],
      bytes: values.flatMap { littleEndianBytes(Int32(truncatingIfNeeded: $0)) }, isConstant: true)
  }

  /// A constant list of 64-bit integers.
  static func constantInt64(_ values: [Int], shape: [Int]? = nil) -> TensorSketch {
    TensorSketch(
      type: .int64, shape: shape ?? [values.count], bytes: values.flatMap { littleEndianBytes(Int64($0)) },
      isConstant: true)
  }
}

/// The bytes of a number as a file stores them; every platform that Swift runs on stores them so in memory too.
func littleEndianBytes<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
  withUnsafeBytes(of: value) { Array($0) }
}
