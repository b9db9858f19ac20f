import TFLiteFlatBuffers
import TFLiteSchema
import TestModels

/// A model of one operator, all of which the bytes decide.
enum OperatorTrial {
  static func run(_ bytes: [UInt8]) throws {
    var source = ByteSource(bytes)
    try InvocationTrial.run(Model(ByteSlice(try source.model().serialized())), decidedBy: bytes)
  }
}

extension ByteSource {
  fileprivate mutating func model() throws -> Model {
    var model = Model { $0.version = 3 }
    var graph = Subgraph()
    model.buffers = [Buffer()]
    // Codes are sixteen bits of a list, so that operators that are added later change no others.
    let number = Int(byte()) | Int(byte()) << 8
    let code = BuiltinOperator.allCases[number % BuiltinOperator.allCases.count]
    model.operatorCodes = [OperatorCode(code)]
    model.operatorCodes[0].version = Int32(count(1...12))
    var step = Operator()
    step.builtinOptions = try options(of: code)
    if code == .custom { (model.operatorCodes[0].customCode, step.customOptions) = try customOperator() }
    let (inputCount, outputCount) = (count(0...6), count(1...4))
    for position in 0..<inputCount + outputCount {
      let isInput = position < inputCount
      if isInput, count(0...15) == 0 {
        step.inputs.append(-1)
        continue
      }
      let index = Int32(graph.tensors.count)
      let tensor = tensor(isConstant: isInput && count(0...2) == 0, &model)
      graph.tensors.append(tensor)
      if isInput { step.inputs.append(index) } else { step.outputs.append(index) }
      if isInput, tensor.buffer == 0, !tensor.isVariable { graph.inputs.append(index) }
      if !isInput { graph.outputs.append(index) }
    }
    graph.operators = [step]
    model.subgraphs = [graph]
    return model
  }

  private mutating func tensor(isConstant: Bool, _ model: inout Model) -> TensorInfo {
    var tensor = TensorInfo()
    tensor.name = "tensor"
    tensor.type = pick([
      .float32, .int8, .uint8, .int32, .int16, .int64, .bool, .float16, .float64, .int4, .uint32, .bfloat16, .complex64,
      .resource, .string, .uint16, .uint64,
    ])
    tensor.shape = (0..<count(0...5)).map { _ in Int32(pick([1, 2, 3, 4, 5, 8, 16, 0, 17, 64])) }
    switch count(0...5) {
    case 0: break
    case 1:
      let channels = count(0...17)
      tensor.quantization = quantization(channels)
      tensor.quantization?.quantizedDimension = Int32(count(0...4))
    default: tensor.quantization = quantization(1)
    }
    if isConstant, let size = tensor.type.byteCount(shape: tensor.shape.map(Int.init)), size <= 1 << 16 {
      var buffer = Buffer()
      buffer.data = ByteSlice(values(tensor.type, size))
      tensor.buffer = UInt32(model.buffers.count)
      model.buffers.append(buffer)
    } else {
      tensor.isVariable = count(0...15) == 0
    }
    return tensor
  }

  private mutating func quantization(_ count: Int) -> Quantization {
    var quantization = Quantization()
    quantization.scale = (0..<count).map { _ in pick([0.5, 1, 0.0078125, 1 / 3, 100, 1e-30, 3e38]) }
    quantization.zeroPoint = (0..<count).map { _ in pick([0, 0, 128, -128, 1, -1, 127, 255]) }
    return quantization
  }

  /// Sizes, axes and places are small numbers more often than not.
  private mutating func values(_ type: TensorType, _ size: Int) -> [UInt8] {
    guard type == .int32 || type == .int64, bool() else { return bytes(size) }
    let width = type == .int32 ? 4 : 8
    let numbers = bytes(size / width).map { Int64(Int8(bitPattern: $0)) % 8 }
    return numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0.prefix(width)) } }
  }

  private mutating func options(of code: BuiltinOperator) throws -> (any OperatorOptions)? {
    guard let type = code.optionsType, count(0...15) > 0 else { return nil }
    var visitor = FieldChoice(source: self)
    let options = try Self.visited(type, &visitor)
    self = visitor.source
    return options
  }

  private static func visited<Options: OperatorOptions>(
    _ type: Options.Type, _ visitor: inout FieldChoice
  ) throws -> Options {
    var options = Options()
    try options.visitFields(&visitor)
    return options
  }
}

/// Gives the fields of some options values that the bytes choose.
private struct FieldChoice: OptionFieldVisitor {
  var source: ByteSource

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ value: inout Scalar, default defaultValue: Scalar
  ) throws(ModelError) {
    let choice = source.byte()
    let integer = choice < 0xF0 ? Int(choice % 5) : source.pick([-1, 17, Int(Int32.min), Int(Int32.max), 255])
    let values: [Any] = [
      Int32(integer), UInt32(truncatingIfNeeded: integer), Int64(integer), Int8(truncatingIfNeeded: integer),
      choice & 1 != 0, choice < 0xF0 ? Float(choice) / 32 : source.pick([0, -1, 1e30, .nan, .infinity] as [Float]),
    ]
    value = values.lazy.compactMap { $0 as? Scalar }.first ?? value
  }

  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ number: Int, _ name: StaticString, _ value: inout Value, storedAs stored: Stored.Type, default defaultValue: Value
  ) throws(ModelError) {
    value = source.pick(Array(Value.allCases))
  }

  mutating func visit<Scalar: FlatBufferScalar>(
    _ number: Int, _ name: StaticString, _ values: inout [Scalar], required: Bool
  ) throws(ModelError) {
    let numbers = source.bytes(source.count(0...5))
    values = numbers.compactMap { byte in
      let integer = Int(Int8(bitPattern: byte)) % 8
      let choices: [Any] = [Int32(integer), Int64(integer), UInt32(truncatingIfNeeded: integer)]
      return choices.lazy.compactMap { $0 as? Scalar }.first
    }
  }
}
