import Foundation
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

@testable import TFLite

/// Makes small models, which are written and read again, so that they are verified.
struct ModelBuilder {
  private var model = Model()
  private var graph = Subgraph()
  /// The subgraphs that are complete, the main one first.
  private var finished: [Subgraph] = []

  init() {
    model.version = 3
    model.buffers = [Buffer()]
  }

  /// Adds a tensor and returns its index.
  mutating func tensor(
    _ type: TensorType, _ shape: [Int32], scale: Float? = nil, zeroPoint: Int64 = 0, constant: [UInt8]? = nil,
    isVariable: Bool = false, sparsity: Sparsity? = nil
  ) -> Int32 {
    var tensor = TensorInfo()
    tensor.name = "t\(graph.tensors.count)"
    tensor.type = type
    tensor.shape = shape
    tensor.isVariable = isVariable
    tensor.sparsity = sparsity
    if let scale {
      var quantization = Quantization()
      (quantization.scale, quantization.zeroPoint) = ([scale], [zeroPoint])
      tensor.quantization = quantization
    }
    if let constant {
      tensor.buffer = UInt32(model.buffers.count)
      model.buffers.append(Buffer(data: ByteSlice(constant)))
    }
    graph.tensors.append(tensor)
    return Int32(graph.tensors.count - 1)
  }

  /// Adds a constant vector of int32.
  mutating func constant(_ values: [Int32]) -> Int32 {
    tensor(.int32, [Int32(values.count)], constant: bytes(values))
  }

  /// Adds an operator.
  mutating func add(
    _ code: OperatorCode, _ options: (any OperatorOptions)? = nil, options2: (any OperatorOptions)? = nil,
    inputs: [Int32], outputs: [Int32]
  ) {
    var step = Operator()
    step.opcodeIndex = UInt32(model.operatorCodes.count)
    model.operatorCodes.append(code)
    (step.inputs, step.outputs) = (inputs, outputs)
    (step.builtinOptions, step.builtinOptions2) = (options, options2)
    graph.operators.append(step)
  }

  /// Completes a subgraph; what is added from now on belongs to the next.
  mutating func endSubgraph(inputs: [Int32], outputs: [Int32]) {
    (graph.inputs, graph.outputs) = (inputs, outputs)
    finished.append(graph)
    graph = Subgraph()
  }

  /// The model whose last subgraph has the given inputs and outputs.
  func build(inputs: [Int32], outputs: [Int32]) throws -> Model {
    var (model, graph) = (model, graph)
    (graph.inputs, graph.outputs) = (inputs, outputs)
    model.subgraphs = finished + [graph]
    return try Model(ByteSlice(try model.serialized()))
  }
}

func bytes<Element: BitwiseCopyable>(_ values: [Element]) -> [UInt8] {
  values.withUnsafeBytes { Array($0) }
}

extension Interpreter {
  /// Feeds the inputs, runs, and returns the elements of the first output.
  func run<Input: BitwiseCopyable, Output: BitwiseCopyable>(
    _ inputs: [[Input]], as type: Output.Type = Output.self
  ) throws -> [Output] {
    for (index, input) in inputs.enumerated() { try copy(Data(bytes(input)), toInputAt: index) }
    try invoke()
    return try output(at: 0).data.withUnsafeBytes { raw in
      (0..<raw.count / MemoryLayout<Output>.size).map {
        raw.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Output>.size, as: type)
      }
    }
  }
}
