import Foundation
import TFLite
import TFLiteSchema

extension Interpreter {
  /// Gives every input its value, and another shape where the value has one; afterwards the interpreter is ready to be
  /// invoked.
  ///
  /// - Throws: `InterpreterError`.
  public func feed(_ feed: ModelFeed) throws {
    for (index, value) in feed.values.enumerated() {
      if let value { try resizeInput(at: index, to: Tensor.Shape(value.shape)) }
    }
    try allocate()
    for (index, value) in feed.values.enumerated() {
      if let value { try copy(Data(value.bytes), toInputAt: index) }
    }
  }

  /// The values of all outputs of the main subgraph. A model may name one tensor many times; they share its values.
  ///
  /// - Throws: `InterpreterError`.
  func outputValues(_ graph: Subgraph) throws -> [TensorValues] {
    var known: [Int32: TensorValues] = [:]
    return try graph.outputs.enumerated().map { position, tensor in
      if let values = known[tensor] { return values }
      let values = try outputValues(at: position)
      known[tensor] = values
      return values
    }
  }

  private func outputValues(at index: Int) throws -> TensorValues {
    let tensor = try output(at: index)
    return TensorValues(
      type: tensor.dataType.schemaType, shape: tensor.shape.dimensions, checked: [UInt8](tensor.data))
  }
}

extension Tensor.DataType {
  /// The schema's name for the type.
  var schemaType: TensorType {
    switch self {
    case .bool: .bool
    case .uInt8: .uint8
    case .int8: .int8
    case .uInt16: .uint16
    case .int16: .int16
    case .uInt32: .uint32
    case .int32: .int32
    case .uInt64: .uint64
    case .int64: .int64
    case .int4: .int4
    case .uInt4: .uint4
    case .int2: .int2
    case .float16: .float16
    case .bfloat16: .bfloat16
    case .float8E4M3FN: .float8E4M3FN
    case .float8E5M2: .float8E5M2
    case .float32: .float32
    case .float64: .float64
    case .complex64: .complex64
    case .complex128: .complex128
    case .string: .string
    }
  }
}
