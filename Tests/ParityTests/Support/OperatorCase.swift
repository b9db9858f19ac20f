import TFLiteFlatBuffers
import TFLiteSchema

/// One operator with its operands: a model of its own.
struct OperatorCase: Sendable {
  var code: BuiltinOperator
  var customCode = ""
  var version = 1
  var options: (any OperatorOptions)?
  /// The options of a custom operator.
  var customOptions: FlexBufferValue?
  /// The options of a custom operator that keeps them as a structure of C, whose fields these are.
  var customFields: [Int32]?
  /// The operator's inputs; nil stands for an optional one that is left out.
  var inputs: [TensorSketch?]
  var outputs: [TensorSketch]
  /// Tensors that only describe what the operator computes on the way.
  var intermediates: [TensorSketch] = []
  /// The operators of a subgraph that the operator names, which makes one element of two; nil where it names none.
  var computation: [BuiltinOperator]?
  /// The activation fused into the operator, between whose bounds results count as unsaturated.
  var activation: ActivationFunctionType = .none
  /// For operators that leave some elements unwritten: which elements of each output mean something, given what the C
  /// library computed.
  var writtenElements: (@Sendable ([EngineOutput]) -> [[Int]])?

  /// The operands that are inputs of the model.
  var fed: [TensorSketch] { inputs.compactMap(\.self).filter { !$0.isConstant && !$0.isVariable } }

  /// The bytes fed to each input of the model.
  var feeds: [[UInt8]] { fed.map(\.bytes) }

  /// The options of a custom operator as a file has them.
  func storedCustomOptions() throws -> [UInt8] {
    try customFields?.flatMap(littleEndianBytes) ?? customOptions.map { withTypedVectors(try $0.encoded()) } ?? []
  }

  /// A FlexBuffers map whose vectors have whole numbers alone, as typed vectors, which the kernels of others ask for: they
  /// differ in the type alone, and may be followed by anything.
  private func withTypedVectors(_ bytes: [UInt8]) -> [UInt8] {
    func number(at position: Int, width: Int) -> Int {
      (0..<width).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
    }
    let (vectorType, integerVectorType, mapType): (UInt8, UInt8, UInt8) = (10, 11, 9)
    let (rootWidth, root) = (Int(bytes[bytes.count - 1]), bytes[bytes.count - 2])
    guard root >> 2 == mapType else { return bytes }
    let field = bytes.count - 2 - rootWidth
    let (start, width) = (field - number(at: field, width: rootWidth), 1 << Int(root & 3))
    let count = number(at: start - width, width: width)
    var typed = bytes
    for place in start + count * width..<start + count * width + count where typed[place] >> 2 == vectorType {
      typed[place] = integerVectorType << 2 | typed[place] & 3
    }
    return typed
  }

  /// The same operator with operands that this package is to learn only when the model runs.
  var here: OperatorCase {
    var here = self
    for index in inputs.indices where inputs[index]?.isFedHere == true { here.inputs[index]?.isConstant = false }
    return here
  }

  /// What a person needs to see of the case: options and operands without their values.
  var summary: String {
    func text(_ tensor: TensorSketch?) -> String {
      guard let tensor else { return "none" }
      let quantization = tensor.scales.count == 1 ? " scale \(tensor.scales[0]) zero point \(tensor.zeroPoints[0])" : ""
      return
        "\(tensor.type)\(tensor.shape)\(tensor.isFedHere ? " fed here" : tensor.isConstant ? " constant" : "")\(quantization)"
    }
    return "inputs \(inputs.map(text)), outputs \(outputs.map(text)), options \(options.map { "\($0)" } ?? "none")"
  }
}

extension OperatorCase {
  /// The model that consists of this operator alone.
  func model() throws -> Model {
    var model = Model()
    model.version = 3
    model.buffers = [Buffer()]
    var subgraph = Subgraph()
    subgraph.name = "main"

    func add(_ sketch: TensorSketch, named name: String) -> Int32 {
      var tensor = TensorInfo()
      if let blocks = sketch.blocks {
        let scales = TensorSketch(
          type: .float16, shape: [blocks.scales.count / 2], bytes: blocks.scales, isConstant: true)
        var details = BlockwiseQuantization()
        (details.scales, details.zeroPoints) = (add(scales, named: name + " scales"), -1)
        details.blockSize = Int32(blocks.blockSize)
        tensor.quantization = Quantization { $0.details = .blockwise(details) }
      }
      tensor.name = name
      tensor.type = sketch.type
      tensor.shape = sketch.shape.map { Int32($0) }
      tensor.hasRank = true
      tensor.sparsity = sketch.sparsity
      tensor.isVariable = sketch.isVariable
      if !sketch.scales.isEmpty {
        var quantization = Quantization()
        quantization.scale = sketch.scales
        quantization.zeroPoint = sketch.zeroPoints.map { Int64($0) }
        quantization.quantizedDimension = Int32(sketch.quantizedDimension)
        tensor.quantization = quantization
      }
      if sketch.isConstant {
        tensor.buffer = UInt32(model.buffers.count)
        model.buffers.append(Buffer(data: ByteSlice(sketch.bytes)))
      }
      subgraph.tensors.append(tensor)
      return Int32(subgraph.tensors.count - 1)
    }

    var step = Operator()
    for (position, input) in inputs.enumerated() {
      guard let input else {
        step.inputs.append(-1)
        continue
      }
      let index = add(input, named: "input\(position)")
      step.inputs.append(index)
      if !input.isConstant, !input.isVariable { subgraph.inputs.append(index) }
    }
    for (position, output) in outputs.enumerated() {
      let index = add(output, named: "output\(position)")
      step.outputs.append(index)
      subgraph.outputs.append(index)
    }
    for (position, sketch) in intermediates.enumerated() {
      step.intermediates.append(add(sketch, named: "intermediate\(position)"))
    }
    // StableHLO's options have a field of their own.
    let isSecond = code.rawValue >= BuiltinOperator.stablehloLogistic.rawValue
    (step.builtinOptions, step.builtinOptions2) = isSecond ? (nil, options) : (options, nil)
    step.customOptions = ByteSlice(try storedCustomOptions())
    subgraph.operators = [step]

    model.operatorCodes =
      code == .custom
      ? [OperatorCode(custom: customCode, version: Int32(version))] : [OperatorCode(code, version: Int32(version))]
    model.subgraphs = [subgraph]
    if let computation { addSubgraph(of: computation, to: &model) }
    return model
  }

  /// A subgraph with two inputs of one element of the first operand's type, each of whose operators works on both. Without
  /// operators it gives the second input.
  private func addSubgraph(of computation: [BuiltinOperator], to model: inout Model) {
    var subgraph = Subgraph()
    subgraph.name = "computation"
    for index in 0..<2 + computation.count {
      var tensor = TensorInfo()
      (tensor.name, tensor.hasRank) = ("element\(index)", true)
      tensor.type = inputs.first??.type ?? .float32
      subgraph.tensors.append(tensor)
    }
    (subgraph.inputs, subgraph.outputs) = ([0, 1], [Int32(1 + computation.count)])
    for (index, code) in computation.enumerated() {
      subgraph.operators.append(
        Operator {
          $0.opcodeIndex = UInt32(model.operatorCodes.count)
          ($0.inputs, $0.outputs) = ([0, 1], [Int32(2 + index)])
          switch code {
          case .add: $0.builtinOptions = AddOptions()
          case .mul: $0.builtinOptions = MulOptions()
          default: break
          }
        })
      model.operatorCodes.append(OperatorCode(code, version: 1))
    }
    model.subgraphs.append(subgraph)
  }

  /// The model as a file.
  func serializedModel() throws -> [UInt8] { try model().serialized() }
}

extension SplitMix64 {
  /// Sometimes leaves out the options, which then have the schema's defaults.
  mutating func dropOptions(_ made: inout OperatorCase) {
    guard chance(0.03) else { return }
    made.options = nil
    made.activation = .none
  }
}
