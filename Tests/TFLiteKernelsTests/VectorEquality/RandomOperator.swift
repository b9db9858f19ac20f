import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import TestRandomness

/// An operator with all its operands.
struct RandomOperator: CustomStringConvertible {
  var code: BuiltinOperator
  /// The name and the options of a custom operator.
  var customCode = ""
  var customOptions: [UInt8] = []
  var options: (any OperatorOptions)?
  /// nil stands for an optional input that is left out.
  var inputs: [RandomTensor?]
  /// Types and quantization count; shapes are the operator's business.
  var outputs: [RandomTensor]

  var operatorCode: OperatorCode { code == .custom ? OperatorCode(custom: customCode) : OperatorCode(code) }

  var description: String {
    let operands = inputs.map { $0.map { "\($0.isConstant ? "constant " : "")\($0.type)\($0.shape)" } ?? "none" }
    return
      "\(customCode.isEmpty ? code.schemaName : customCode)(\(operands.joined(separator: ", "))) \(options.map { "\($0)" } ?? "")"
  }
}

/// A tensor, and its values if it is an input.
struct RandomTensor {
  var type: TensorType
  var shape: [Int]
  var scales: [Float] = []
  var zeroPoints: [Int64] = []
  var quantizedDimension: Int32 = 0
  var bytes: [UInt8] = []
  var isConstant = false

  var elementCount: Int { shape.reduce(1, *) }

  /// - Parameter constant: the values of a constant.
  func descriptor(_ index: Int, constant: ByteSlice?) -> TensorDescriptor {
    var quantization = Quantization()
    quantization.scale = scales
    quantization.zeroPoint = zeroPoints
    quantization.quantizedDimension = quantizedDimension
    return TensorDescriptor(
      identity: TensorIdentity(index: index, name: "t\(index)"), type: type, shape: shape,
      quantization: scales.isEmpty ? nil : quantization, constant: constant)
  }
}

extension SeededGenerator {
  mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  mutating func float(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &self) }

  /// True once in `count` times.
  mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: next() >> 24) }
      initialized = count
    }
  }

  /// A zero point of uint8 or int8.
  mutating func zeroPoint(_ type: TensorType) -> Int64 { Int64(int(0...255) - (type == .int8 ? 128 : 0)) }

  /// A tensor of random bytes with one scale.
  mutating func quantized(_ type: TensorType, _ shape: [Int], scale: Float? = nil) -> RandomTensor {
    RandomTensor(
      type: type, shape: shape, scales: [scale ?? float(0.001...0.1)], zeroPoints: [zeroPoint(type)],
      bytes: bytes(shape.reduce(1, *)))
  }

  /// A tensor of float32 values.
  mutating func floats(_ shape: [Int], _ range: ClosedRange<Float> = -3...3) -> RandomTensor {
    let values = (0..<shape.reduce(1, *)).map { _ in float(range) }
    return RandomTensor(type: .float32, shape: shape, bytes: values.withUnsafeBytes { Array($0) })
  }
}
