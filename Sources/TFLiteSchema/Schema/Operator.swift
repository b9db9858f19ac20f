import TFLiteFlatBuffers

/// One step of a subgraph: what is computed, from which tensors, into which tensors.
public struct Operator: SchemaTable {
  /// Index into the model's operator codes.
  public var opcodeIndex: UInt32 = 0

  /// Indices of the input tensors in the subgraph; -1 stands for an optional input that is left out.
  public var inputs: [Int32] = []

  /// Indices of the output tensors in the subgraph.
  public var outputs: [Int32] = []

  /// Options of a builtin operator. Absent options mean the schema's defaults.
  public var builtinOptions: (any OperatorOptions)? = nil

  /// Options of a custom operator, by convention a FlexBuffers map.
  public var customOptions: ByteSlice = []

  /// Encoding of ``customOptions``.
  public var customOptionsFormat: CustomOptionsFormat = .flexbuffers

  /// Which inputs the operator changes: empty for none, else one value for each input.
  public var mutatingVariableInputs: [Bool] = []

  /// Indices of tensors that only describe the operator's inner computation.
  public var intermediates: [Int32] = []

  /// Options of the operators added after the first union was full.
  public var builtinOptions2: (any OperatorOptions)? = nil

  /// Index into a list of debugging information; -1 for none.
  public var debugMetadataIndex: Int32 = -1

  /// Where custom options lie that are kept behind the FlatBuffer, in bytes from the start of the file.
  var largeCustomOptionsOffset: UInt64 = 0

  /// Bytes of custom options that are kept behind the FlatBuffer.
  var largeCustomOptionsSize: UInt64 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "opcode_index", &opcodeIndex)
    try visitor.visit(1, "inputs", &inputs, required: true)
    try visitor.visit(2, "outputs", &outputs, required: true)
    var options = builtinOptions.map(BuiltinOptions.init)
    try visitor.visitUnion(3, "builtin_options", &options)
    builtinOptions = options?.options
    try visitor.visit(5, "custom_options", &customOptions)
    try visitor.visit(6, "custom_options_format", &customOptionsFormat)
    try visitor.visit(7, "mutating_variable_inputs", &mutatingVariableInputs)
    try visitor.visit(8, "intermediates", &intermediates)
    try visitor.visit(9, "large_custom_options_offset", &largeCustomOptionsOffset)
    try visitor.visit(10, "large_custom_options_size", &largeCustomOptionsSize)
    var options2 = builtinOptions2.map(BuiltinOptions2.init)
    try visitor.visitUnion(11, "builtin_options_2", &options2)
    builtinOptions2 = options2?.options
    try visitor.visit(13, "debug_metadata_index", &debugMetadataIndex, default: -1)
  }

  /// Whether both operators have the same fields.
  public static func == (left: Operator, right: Operator) -> Bool {
    left.opcodeIndex == right.opcodeIndex && left.inputs == right.inputs && left.outputs == right.outputs
      && left.builtinOptions.map(BuiltinOptions.init) == right.builtinOptions.map(BuiltinOptions.init)
      && left.customOptions == right.customOptions && left.customOptionsFormat == right.customOptionsFormat
      && left.mutatingVariableInputs == right.mutatingVariableInputs && left.intermediates == right.intermediates
      && left.builtinOptions2.map(BuiltinOptions2.init) == right.builtinOptions2.map(BuiltinOptions2.init)
      && left.debugMetadataIndex == right.debugMetadataIndex
  }
}
