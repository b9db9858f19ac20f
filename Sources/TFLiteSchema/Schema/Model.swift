import TFLiteFlatBuffers

/// A .tflite model.
///
/// Reading a file decodes it into plain values and verifies them once (see ``verify()``); only the data of constants
/// stays in the file. A model is a value: change a copy and write it with ``serialized(bufferPlacement:)``.
public struct Model: SchemaTable {
  /// Version of the schema.
  public var version: UInt32 = 0

  /// What the operators of all subgraphs compute.
  public var operatorCodes: [OperatorCode] = []

  /// The functions of the model; the first one is the main one.
  public var subgraphs: [Subgraph] = []

  /// A description of the model.
  public var description: String = ""

  /// The data of constants and metadata. The first one is empty.
  public var buffers: [Buffer] = []

  /// Indices of buffers with metadata; the predecessor of ``metadata``.
  public var metadataBuffer: [Int32] = []

  /// Named buffers with information about the model.
  public var metadata: [Metadata] = []

  /// Named ways to call the subgraphs.
  public var signatureDefs: [SignatureDef] = []

  /// Other files that hold constants.
  public var externalBufferGroups: [ExternalBufferGroup] = []

  /// Slices of other files that hold constants.
  public var externalBuffers: [ExternalBuffer] = []

  /// The files packed behind the FlatBuffer.
  var archive = PackedFiles()

  /// The schema's defaults: an empty value, which is not yet a valid model.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "version", &version)
    try visitor.visit(1, "operator_codes", &operatorCodes, required: true)
    try visitor.visit(2, "subgraphs", &subgraphs, required: true)
    try visitor.visit(3, "description", &description)
    try visitor.visit(4, "buffers", &buffers, required: true)
    try visitor.visit(5, "metadata_buffer", &metadataBuffer)
    try visitor.visit(6, "metadata", &metadata)
    try visitor.visit(7, "signature_defs", &signatureDefs)
    try visitor.visit(8, "external_buffer_groups", &externalBufferGroups)
    try visitor.visit(9, "external_buffers", &externalBuffers)
  }

  /// What `operator` computes. The model has to be valid: read from a file, or checked by ``verify()``.
  public func operatorCode(of operator: Operator) -> OperatorCode { operatorCodes[Int(`operator`.opcodeIndex)] }

  /// The constant data of `tensor`, or nil if it has none: it is then an input, a variable or a result. The model has
  /// to be valid: read from a file, or checked by ``verify()``.
  ///
  /// A constant without elements has data, but no bytes. Data is exactly as long as the shape and the type say, except
  /// for sparse tensors. It has no particular alignment.
  public func constantData(of tensor: TensorInfo) -> ByteSlice? {
    tensor.buffer == 0 ? nil : buffers[Int(tensor.buffer)].data
  }
}
