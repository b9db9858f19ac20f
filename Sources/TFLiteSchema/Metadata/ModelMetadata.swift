import TFLiteFlatBuffers

/// What a model does, for people, and how to feed it and read it, for programs: the buffer `TFLITE_METADATA`.
public struct ModelMetadata: SchemaTable {
  /// Name of the model.
  public var name: String = ""

  /// What the model does.
  public var description: String = ""

  /// Version of the model, as its makers count it.
  public var version: String = ""

  /// About each subgraph; the first one is the main one.
  public var subgraphMetadata: [SubGraphMetadata] = []

  /// Who made the model.
  public var author: String = ""

  /// Licenses that apply to the model.
  public var license: String = ""

  /// Packed files that belong to the whole model.
  public var associatedFiles: [AssociatedFile] = []

  /// Version of the metadata's schema that is needed to understand every field.
  public var minParserVersion: String = ""

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "description", &description)
    try visitor.visit(2, "version", &version)
    try visitor.visit(3, "subgraph_metadata", &subgraphMetadata)
    try visitor.visit(4, "author", &author)
    try visitor.visit(5, "license", &license)
    try visitor.visit(6, "associated_files", &associatedFiles)
    try visitor.visit(7, "min_parser_version", &minParserVersion)
  }
}

/// About a subgraph.
public struct SubGraphMetadata: SchemaTable {
  /// Name of the subgraph.
  public var name: String = ""

  /// What the subgraph does.
  public var description: String = ""

  /// About each input, in the order of the subgraph's inputs.
  public var inputTensorMetadata: [TensorMetadata] = []

  /// About each output, in the order of the subgraph's outputs.
  public var outputTensorMetadata: [TensorMetadata] = []

  /// Packed files that belong to the subgraph.
  public var associatedFiles: [AssociatedFile] = []

  /// What is done before the inputs, where it concerns several of them.
  public var inputProcessUnits: [ProcessUnit] = []

  /// What is done after the outputs, where it concerns several of them.
  public var outputProcessUnits: [ProcessUnit] = []

  /// Inputs that belong together.
  public var inputTensorGroups: [TensorGroup] = []

  /// Outputs that belong together.
  public var outputTensorGroups: [TensorGroup] = []

  /// Information with a private meaning.
  public var customMetadata: [CustomMetadata] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "description", &description)
    try visitor.visit(2, "input_tensor_metadata", &inputTensorMetadata)
    try visitor.visit(3, "output_tensor_metadata", &outputTensorMetadata)
    try visitor.visit(4, "associated_files", &associatedFiles)
    try visitor.visit(5, "input_process_units", &inputProcessUnits)
    try visitor.visit(6, "output_process_units", &outputProcessUnits)
    try visitor.visit(7, "input_tensor_groups", &inputTensorGroups)
    try visitor.visit(8, "output_tensor_groups", &outputTensorGroups)
    try visitor.visit(9, "custom_metadata", &customMetadata)
  }
}

/// Information with a private meaning.
public struct CustomMetadata: SchemaTable {
  /// What it is.
  public var name: String = ""

  /// The information.
  public var data: ByteSlice = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "data", &data, alignment: 16)
  }
}

/// Tensors that belong together, such as the boxes, classes and scores of detections.
public struct TensorGroup: SchemaTable {
  /// Name of the group.
  public var name: String = ""

  /// Names of the tensors, as their metadata gives them.
  public var tensorNames: [String] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "tensor_names", &tensorNames)
  }
}
