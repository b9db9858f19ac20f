/// About an input or an output.
public struct TensorMetadata: SchemaTable {
  /// Name of the tensor, such as `location`; not the name in the subgraph.
  public var name: String = ""

  /// What the tensor holds.
  public var description: String = ""

  /// Names of the dimensions.
  public var dimensionNames: [String] = []

  /// What kind of thing the tensor holds.
  public var content: Content? = nil

  /// What is done before an input or after an output.
  public var processUnits: [ProcessUnit] = []

  /// Range of the values.
  public var stats: Stats? = nil

  /// Packed files that belong to the tensor, such as labels.
  public var associatedFiles: [AssociatedFile] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "description", &description)
    try visitor.visit(2, "dimension_names", &dimensionNames)
    try visitor.visit(3, "content", &content)
    try visitor.visit(4, "process_units", &processUnits)
    try visitor.visit(5, "stats", &stats)
    try visitor.visit(6, "associated_files", &associatedFiles)
  }
}

/// Range of the values of a tensor.
public struct Stats: SchemaTable {
  /// Largest value: one for each channel, or one for all.
  public var max: [Float] = []

  /// Smallest value: one for each channel, or one for all.
  public var min: [Float] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "max", &max)
    try visitor.visit(1, "min", &min)
  }
}

/// A file that is packed with the model.
public struct AssociatedFile: SchemaTable {
  /// Name of the packed file.
  public var name: String = ""

  /// What the file is.
  public var description: String = ""

  /// What the file is for.
  public var type: AssociatedFileType = .unknown

  /// Language of the text, such as `en` or `en-US`.
  public var locale: String = ""

  /// Version of the file.
  public var version: String = ""

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "name", &name)
    try visitor.visit(1, "description", &description)
    try visitor.visit(2, "type", &type)
    try visitor.visit(3, "locale", &locale)
    try visitor.visit(4, "version", &version)
  }
}
