import TFLiteFlatBuffers
import TFLiteSchema

/// A model that a test puts together, tensor by tensor and operator by operator.
package struct ModelSketch: Sendable {
  /// What has been put together; tests break it in places.
  package var model: Model

  /// A model without tensors and operators.
  package init() {
    model = Model {
      $0.version = 3
      $0.buffers = [Buffer()]
      $0.subgraphs = [Subgraph()]
    }
  }

  /// The only subgraph.
  package var graph: Subgraph {
    get { model.subgraphs[0] }
    set { model.subgraphs[0] = newValue }
  }

  /// Adds a tensor; without a scale it is not quantized.
  ///
  /// - Returns: its index.
  package mutating func tensor(
    _ name: String, _ shape: [Int32], _ type: TensorType = .uint8, scale: [Float] = [0.5], zeroPoint: [Int64] = [0],
    data: [UInt8]? = nil
  ) -> Int32 {
    var buffer = 0
    if let data {
      buffer = model.buffers.count
      model.buffers.append(Buffer(data: ByteSlice(data)))
    }
    graph.tensors.append(
      TensorInfo {
        $0.name = name
        $0.shape = shape
        $0.type = type
        $0.buffer = UInt32(buffer)
        guard !scale.isEmpty else { return }
        $0.quantization = Quantization {
          $0.scale = scale
          $0.zeroPoint = zeroPoint
        }
      })
    return Int32(graph.tensors.count - 1)
  }

  /// Adds a tensor of numbers that are not quantized.
  package mutating func plain(_ name: String, _ shape: [Int32], _ type: TensorType, data: [UInt8]? = nil) -> Int32 {
    tensor(name, shape, type, scale: [], zeroPoint: [], data: data)
  }

  /// Adds an operator.
  package mutating func step(
    _ code: OperatorCode, _ options: (any OperatorOptions)? = nil, inputs: [Int32], outputs: [Int32],
    customOptions: [UInt8] = []
  ) {
    let index = model.operatorCodes.firstIndex(of: code) ?? model.operatorCodes.count
    if index == model.operatorCodes.count { model.operatorCodes.append(code) }
    graph.operators.append(
      Operator {
        $0.opcodeIndex = UInt32(index)
        $0.inputs = inputs
        $0.outputs = outputs
        $0.builtinOptions = options
        $0.customOptions = ByteSlice(customOptions)
      })
  }
}

extension Array where Element == UInt8 {
  /// The bytes of numbers as a file holds them.
  package init(_ values: [Float]) {
    self = values.flatMap { value in Swift.withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
  }

  /// The bytes of numbers as a file holds them.
  package init(_ values: [Int32]) {
    self = values.flatMap { value in Swift.withUnsafeBytes(of: value.littleEndian) { Array($0) } }
  }
}
