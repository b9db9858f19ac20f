import TFLiteKernels
import TFLiteSchema
import TFLiteVision

/// What is in a model, without running it.
public struct ModelSummary: Sendable {
  /// The converter's description of the model.
  public let description: String
  /// What the model's metadata says about it; nil where there is none.
  public let metadata: Metadata?
  /// The model's inputs.
  public let inputs: [Tensor]
  /// The model's outputs.
  public let outputs: [Tensor]
  /// The names of the classes that are packed with the model.
  public let labels: [String]
  /// The names of the files that are packed with the model.
  public let packedFiles: [String]
  /// The named ways to call the model.
  public let signatures: [String]
  /// The number of subgraphs.
  public let subgraphCount: Int
  /// The operators of the main subgraph, in execution order.
  public let operators: [Operator]
  /// The number of elements of all constants but shapes, axes and the like.
  public let parameterCount: Int
  /// The bytes of all constants.
  public let constantByteCount: Int
  /// The multiplications with addition of one run.
  public let multiplyAccumulateCount: Int

  /// What a model says about itself.
  public struct Metadata: Equatable, Sendable, Encodable {
    /// The name of the model.
    public let name: String
    /// What it does.
    public let description: String
    /// Its version.
    public let version: String
    /// Who made it.
    public let author: String
    /// Its licenses.
    public let license: String
  }

  /// A tensor of the main subgraph.
  public struct Tensor: Sendable {
    /// The index in the subgraph.
    public let index: Int
    /// The name.
    public let name: String
    /// The type of the elements.
    public let type: TensorType
    /// The shape in the file.
    public let shape: [Int]
    /// The shape with -1 where the size is open; the same as ``shape`` where none is.
    public let shapeSignature: [Int]
    /// The quantization; nil where there is none.
    public let quantization: Quantization?
    /// The bytes of a constant; nil for anything else.
    public let constantByteCount: Int?
  }

  /// An operator of the main subgraph.
  public struct Operator: Sendable {
    /// The position in execution order.
    public let index: Int
    /// The name, such as `CONV_2D`.
    public let name: String
    /// The version of the operator's meaning.
    public let version: Int
    /// The options by the schema's names.
    public let options: [Field]
    /// The inputs; nil for omitted ones.
    public let inputs: [Tensor?]
    /// The outputs.
    public let outputs: [Tensor]
    /// The multiplications with addition of one run, with the shapes in the file.
    public let multiplyAccumulateCount: Int

    /// The bytes of its constants.
    public var constantByteCount: Int { inputs.reduce(0) { $0 + ($1?.constantByteCount ?? 0) } }
  }

  /// Looks through a model.
  public init(_ model: Model) {
    let graph = model.subgraphs[0]
    let tensors = graph.tensors.enumerated().map { Tensor(index: $0, $1, of: model) }
    description = model.description
    metadata = (try? model.modelMetadata()).flatMap { $0 }.map(Metadata.init)
    inputs = graph.inputs.map { tensors[Int($0)] }
    outputs = graph.outputs.map { tensors[Int($0)] }
    labels = LabelList(packedWith: model)?.names ?? []
    packedFiles = ((try? model.packedFiles()) ?? []).map(\.name)
    signatures = model.signatureDefs.map(\.signatureKey)
    subgraphCount = model.subgraphs.count
    operators = graph.operators.enumerated().map { Operator(index: $0, $1, tensors, of: model) }
    let constants = model.subgraphs.flatMap(\.tensors).filter { model.constantData(of: $0) != nil }
    parameterCount = constants.filter(\.holdsParameters).reduce(0) { OperatorWork.sum($0, $1.elementCount ?? 0) }
    constantByteCount = model.buffers.reduce(0) { OperatorWork.sum($0, $1.data?.count ?? 0) }
    multiplyAccumulateCount = operators.reduce(0) { OperatorWork.sum($0, $1.multiplyAccumulateCount) }
  }

  /// How often each operator occurs, the most frequent first.
  public var operatorCounts: [(name: String, count: Int)] {
    let counts = operators.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

extension TensorInfo {
  /// Whether a constant is learned rather than a shape, an axis or the like: integers without a scale are the latter.
  fileprivate var holdsParameters: Bool {
    switch type {
    case .float32, .float16, .bfloat16, .float64, .float8E4M3FN, .float8E5M2, .complex64, .complex128: true
    default: quantization?.scale.isEmpty == false
    }
  }
}

extension ModelSummary.Metadata {
  fileprivate init(_ metadata: ModelMetadata) {
    name = metadata.name
    description = metadata.description
    version = metadata.version
    author = metadata.author
    license = metadata.license
  }
}

extension ModelSummary.Tensor {
  fileprivate init(index: Int, _ info: TensorInfo, of model: Model) {
    self.index = index
    name = info.name
    type = info.type
    shape = info.shape.map(Int.init)
    shapeSignature = info.shapeSignature.isEmpty ? shape : info.shapeSignature.map(Int.init)
    quantization = info.quantization
    constantByteCount = model.constantData(of: info)?.count
  }
}

extension ModelSummary.Operator {
  fileprivate init(
    index: Int, _ stored: TFLiteSchema.Operator, _ tensors: [ModelSummary.Tensor], of model: Model
  ) {
    let code = model.operatorCode(of: stored)
    self.index = index
    name = code.name
    version = Int(code.version)
    options = stored.listedOptions
    inputs = stored.inputs.map { $0 < 0 ? nil : tensors[Int($0)] }
    outputs = stored.outputs.map { tensors[Int($0)] }
    multiplyAccumulateCount = OperatorWork.multiplyAccumulates(
      code, stored.builtinOptions, inputs: inputs.map { $0?.shape }, outputs: outputs.map(\.shape))
  }
}
