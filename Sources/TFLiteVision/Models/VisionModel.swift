import TFLiteSchema

/// What is known of a model for pictures before it has run: its input, its outputs, and what its metadata says. Heads are
/// made from it.
public struct VisionModel: Sendable {
  /// The columns of the input.
  public var inputWidth: Int { input.size.width }
  /// The rows of the input.
  public var inputHeight: Int { input.size.height }
  /// The outputs in the model's order.
  public let outputs: [OutputDescription]
  /// How many names of classes the model carries; nil where it carries none.
  public var labelCount: Int? { metadata.labels?.names.count }
  /// The model.
  public let model: Model

  let metadata: PictureMetadata
  let input: PictureInput
  /// The position of the input that takes the picture.
  let inputPosition: Int

  /// Reads what a model says about itself.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - locale: the language of the labels, such as `en` or `pt-BR`, where there are several.
  /// - Throws: ``VisionError/unsuitableInput(_:)`` when no input takes a picture.
  public init(_ model: Model, locale: String = "en") throws(VisionError) {
    self.model = model
    metadata = PictureMetadata(model, locale: locale)
    let graph = model.subgraphs[0]
    inputPosition = try PictureInput.position(in: graph)
    guard graph.inputs.indices.contains(inputPosition) else { throw .unsuitableInput("it has no input") }
    input = try PictureInput(
      graph.tensors[Int(graph.inputs[inputPosition])], normalization: metadata.normalization)
    outputs = graph.outputs.map { OutputDescription(graph.tensors[Int($0)]) }
  }

  /// The outputs with their shapes, for messages.
  var listing: String { outputs.map { "\($0.name) \($0.shape)" }.joined(separator: ", ") }
}

/// What is known of an output before the model has run.
public struct OutputDescription: Equatable, Sendable {
  /// As the file has it; may be empty.
  public let name: String
  /// Dimensions that only a run tells are those of the file, often 1 or none.
  public let shape: [Int]
  /// The distance of two values that the output can hold; nil for real numbers.
  public let step: Float?
  /// The greatest value that the output can hold; nil for real numbers.
  public let greatest: Float?

  init(_ tensor: TensorInfo) {
    name = tensor.name
    shape = tensor.shape.map(Int.init)
    let scale = tensor.quantization?.scale.first
    let zeroPoint = Float(tensor.quantization?.zeroPoint.first ?? 0)
    step = scale
    greatest =
      switch tensor.type {
      case .uint8: scale.map { $0 * (255 - zeroPoint) }
      case .int8: scale.map { $0 * (127 - zeroPoint) }
      case .int16: scale.map { $0 * (32767 - zeroPoint) }
      default: nil
      }
  }
}

extension VisionModel {
  /// Whether the values of an output are scores already: they come from a LOGISTIC or a SOFTMAX, or are quantized and
  /// cannot exceed 1. Else they are logits.
  ///
  /// - Parameter index: the output.
  public func isActivated(outputAt index: Int) -> Bool {
    if let greatest = outputs[index].greatest, greatest <= 1.001 { return true }
    let codes = producers(ofOutputAt: index)
    return codes.contains(.logistic) || codes.contains(.softmax)
  }

  /// Whether the main subgraph has an operator.
  func contains(_ code: BuiltinOperator) -> Bool {
    model.subgraphs[0].operators.contains { model.operatorCode(of: $0).builtinCode == code }
  }

  /// The operators that compute an output, behind those that only move elements.
  private func producers(ofOutputAt index: Int) -> Set<BuiltinOperator> {
    let graph = model.subgraphs[0]
    var found: Set<BuiltinOperator> = []
    var waiting = [graph.outputs[index]]
    var seen: Set<Int32> = []
    while let tensor = waiting.popLast() {
      guard seen.insert(tensor).inserted, let node = graph.operators.last(where: { $0.outputs.contains(tensor) })
      else { continue }
      let code = model.operatorCode(of: node).builtinCode
      found.insert(code)
      if Self.movingOperators.contains(code) { waiting += node.inputs.filter { $0 >= 0 } }
    }
    return found
  }

  private static let movingOperators: Set<BuiltinOperator> = [
    .concatenation, .dequantize, .expandDims, .gather, .pack, .quantize, .reshape, .slice, .split, .squeeze,
    .stridedSlice, .transpose, .unpack,
  ]
}
