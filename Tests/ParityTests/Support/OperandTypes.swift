import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// The types of an operator's operands, of which several of one type in a row count as one.
struct OperandTypes: Hashable, Sendable, CustomStringConvertible {
  let inputs: [TensorType?]
  let outputs: [TensorType]

  init(_ made: OperatorCase) {
    inputs = Self.withoutRepetitions(made.inputs.map { $0?.type })
    outputs = Self.withoutRepetitions(made.outputs.map(\.type))
  }

  private static func withoutRepetitions<Value: Equatable>(_ values: [Value]) -> [Value] {
    values.enumerated().filter { $0.offset == 0 || values[$0.offset - 1] != $0.element }.map(\.element)
  }

  /// Every type that occurs.
  var all: Set<TensorType> { Set(inputs.compactMap(\.self) + outputs) }

  var description: String {
    func text(_ types: [TensorType?]) -> String {
      types.map { $0.map { "\($0)".lowercased() } ?? "none" }.joined(separator: ", ")
    }
    return "\(text(inputs)) → \(text(outputs))"
  }
}

extension OperatorCase {
  /// The name under which the operator is registered.
  var operatorName: String { code == .custom ? customCode : code.schemaName }

  /// The code under which a model has the operator.
  var operatorCode: OperatorCode {
    code == .custom
      ? OperatorCode(custom: customCode, version: Int32(version)) : OperatorCode(code, version: Int32(version))
  }

  /// Whether this package finds nothing wrong with the operator before it runs, all values given.
  func isAccepted(by registry: OperatorRegistry = .standard) -> Bool { prepared(by: registry) != nil }

  /// The operator prepared, all values given, and what it was prepared with; nil where it is refused.
  func prepared(
    by registry: OperatorRegistry = .standard
  ) -> (operator: any PreparedOperator, context: OperatorContext)? {
    guard let prepare = registry.prepare(for: operatorCode) else { return nil }
    let resources = ResourceStore(byteLimit: 1 << 20)
    /// What an operator sees of a tensor's values: of strings, their numbers.
    func values(_ sketch: TensorSketch) -> ByteSlice {
      guard sketch.type == .string, let strings = try? TFLiteSchema.StringBuffer(ByteSlice(sketch.bytes)) else {
        return ByteSlice(sketch.bytes)
      }
      return ByteSlice((resources.strings.elements(strings) ?? []).flatMap(littleEndianBytes))
    }
    func descriptor(_ sketch: TensorSketch, _ index: Int, isInput: Bool) -> TensorDescriptor {
      var quantization: Quantization?
      if !sketch.scales.isEmpty {
        quantization = Quantization {
          $0.scale = sketch.scales
          $0.zeroPoint = sketch.zeroPoints.map { Int64($0) }
          $0.quantizedDimension = Int32(sketch.quantizedDimension)
        }
      }
      return TensorDescriptor(
        identity: TensorIdentity(index: index, name: ""), type: sketch.type, shape: sketch.shape,
        quantization: quantization,
        blockScales: sketch.blocks.map {
          BlockScales(
            tensor: TensorIdentity(index: index, name: ""), type: .float16, constant: ByteSlice($0.scales),
            blockSize: $0.blockSize)
        }, constant: isInput && !sketch.isVariable ? values(sketch) : nil,
        isVariable: sketch.isVariable)
    }
    do {
      var context = OperatorContext(
        identity: OperatorIdentity(index: 0, name: operatorName), version: version, builtinOptions: options,
        customOptions: ByteSlice(try storedCustomOptions()),
        inputs: inputs.enumerated().map { index, sketch in sketch.map { descriptor($0, index, isInput: true) } },
        outputs: outputs.enumerated().map { descriptor($1, inputs.count + $0, isInput: false) })
      context.resources = resources
      context.intermediates = intermediates.map { descriptor($0, inputs.count, isInput: false) }
      let host = ComputationHost(operators: computation ?? [])
      return try withExtendedLifetime(host) {
        if computation != nil { context.subgraphs = host }
        return (try prepare(context), context)
      }
    } catch {
      return nil
    }
  }
}

extension OperatorCase {
  /// This operator with some other operand types: each type exchanged for each other one everywhere, in one input, or
  /// in one output.
  func withOtherTypes() -> [OperatorCase] {
    let types = TensorType.allCases.filter { $0.bitWidth.map { $0 % 8 == 0 } ?? false }
    let present = Set(inputs.compactMap { $0?.type } + outputs.map(\.type))
    return types.flatMap { type -> [OperatorCase] in
      let everywhere = present.subtracting([type]).map { old in
        changing(inputs: { inputs[$0]?.type == old }, outputs: { outputs[$0].type == old }, to: type)
      }
      let oneInput = inputs.indices.filter { inputs[$0].map { $0.type != type } ?? false }.map { index in
        changing(inputs: { $0 == index }, outputs: { _ in false }, to: type)
      }
      let oneOutput = outputs.indices.filter { outputs[$0].type != type }.map { index in
        changing(inputs: { _ in false }, outputs: { $0 == index }, to: type)
      }
      return everywhere + oneInput + oneOutput
    }
  }

  private func changing(
    inputs isInput: (Int) -> Bool, outputs isOutput: (Int) -> Bool, to type: TensorType
  ) -> OperatorCase {
    var changed = self
    for index in inputs.indices where isInput(index) { changed.inputs[index] = inputs[index]?.converted(to: type) }
    for index in outputs.indices where isOutput(index) { changed.outputs[index] = outputs[index].converted(to: type) }
    return changed
  }

  /// This operator with the ways of quantization that operators ask for, on the operands of the given types.
  func withOtherQuantization(of types: Set<TensorType>) -> [OperatorCase] {
    let ways: [(scale: Float, zeroPoint: (TensorType) -> Int)] = [
      (0.5, { _ in 0 }), (1 / 256, { $0 == .int8 ? -128 : 0 }), (1 / 128, { $0 == .uint8 ? 128 : 0 }),
      (1 / 16, { $0 == .uint8 ? 255 : 127 }), (1 / 32768, { _ in 0 }),
    ]
    var none = self
    none.quantize(types, scales: [], zeroPoint: { _ in 0 }, inputs: true)
    return [self, none]
      + ways.flatMap { way -> [OperatorCase] in
        var all = self
        all.quantize(types, scales: [way.scale], zeroPoint: way.zeroPoint, inputs: true)
        var outputs = self
        outputs.quantize(types, scales: [0.5], zeroPoint: { _ in 0 }, inputs: true)
        outputs.quantize(types, scales: [way.scale], zeroPoint: way.zeroPoint, inputs: false)
        return [all, outputs]
      }
  }

  private mutating func quantize(
    _ types: Set<TensorType>, scales: [Float], zeroPoint: (TensorType) -> Int, inputs includesInputs: Bool
  ) {
    func change(_ sketch: inout TensorSketch) {
      guard types.contains(sketch.type) else { return }
      sketch.scales = scales
      sketch.zeroPoints = scales.map { _ in zeroPoint(sketch.type) }
      sketch.quantizedDimension = 0
    }
    for index in inputs.indices where includesInputs {
      guard var sketch = inputs[index] else { continue }
      change(&sketch)
      inputs[index] = sketch
    }
    for index in outputs.indices { change(&outputs[index]) }
  }
}

extension TensorSketch {
  /// The tensor with another element type: integers keep their values where they can, all else becomes 1.
  func converted(to newType: TensorType) -> TensorSketch {
    var sketch = self
    sketch.type = newType
    guard !bytes.isEmpty else { return sketch }
    if newType == .string {
      sketch.bytes = StringBuffer.bytes(of: (0..<elementCount).map { _ in Array("1".utf8) })
      return sketch
    }
    let values = integers.map { $0 ?? 1 }
    let bits = newType.bitWidth ?? 8
    if bits >= 8 {
      sketch.bytes = values.flatMap { value in
        let isNegative = value < 0
        return Array(
          (littleEndianBytes(Int64(value)) + Array(repeating: isNegative ? 0xff : 0, count: 8)).prefix(bits / 8))
      }
    } else {
      let perByte = 8 / bits
      sketch.bytes = stride(from: 0, to: values.count, by: perByte).map { start in
        values[start..<min(start + perByte, values.count)].enumerated().reduce(0) { byte, value in
          byte | (UInt8(truncatingIfNeeded: value.element) & (1 << bits - 1)) << UInt8(bits * value.offset)
        }
      }
    }
    return sketch
  }

  /// The elements that are integers; nil for those that are not.
  private var integers: [Int?] {
    guard let bits = type.bitWidth, bits >= 8, let range = type.integerRange else {
      return Array(repeating: nil, count: elementCount)
    }
    let size = bits / 8
    return (0..<bytes.count / size).map { element in
      let stored = bytes[element * size..<(element + 1) * size]
      let isNegative = (stored.last ?? 0) & 0x80 != 0 && range.lowerBound < 0
      return stored.reversed().reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
    }
  }
}

/// A subgraph that nobody runs.
private final class ComputationHost: SubgraphHost {
  private let operators: [BuiltinOperator]

  init(operators: [BuiltinOperator]) { self.operators = operators }

  func operators(ofSubgraph index: Int32) -> [BuiltinOperator] { operators }

  func interface(ofSubgraph index: Int32) -> SubgraphInterface {
    SubgraphInterface(description: "subgraph \(index)", inputs: [], outputs: [], occupiedInput: nil)
  }

  func resultShapes(ofSubgraph index: Int32, inputShapes: [[Int]], for caller: OperatorIdentity) -> [[Int]]? { nil }
  func call(_ index: Int32, _ arguments: [TensorValue], for caller: OperatorIdentity) -> [TensorValue] { [] }
  func callOnce(_ index: Int32, for caller: OperatorIdentity) {}
}
