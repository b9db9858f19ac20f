/// What operators with one `opcodeIndex` compute: a builtin operator, or a custom one with a name.
public struct OperatorCode: SchemaTable {
  /// The builtin operator; `custom` if ``customCode`` names the operator.
  ///
  /// The file has two fields for it: a byte, which once was the only one and holds 127 for every greater code, and a
  /// 32-bit number. The greater of both counts.
  public var builtinCode: BuiltinOperator = .add

  /// Name of a custom operator.
  public var customCode: String = ""

  /// Version of the operator's meaning.
  public var version: Int32 = 1

  /// The schema's defaults.
  public init() {}

  /// A builtin operator.
  public init(_ builtinCode: BuiltinOperator, version: Int32 = 1) {
    self.builtinCode = builtinCode
    self.version = version
  }

  /// A custom operator.
  public init(custom name: String, version: Int32 = 1) {
    self.builtinCode = .custom
    self.customCode = name
    self.version = version
  }

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    let placeholder = BuiltinOperator.placeholderForGreaterOpCodes
    var byteCode = builtinCode.rawValue < placeholder.rawValue ? builtinCode : placeholder
    var code = builtinCode
    try visitor.visit(0, "deprecated_builtin_code", &byteCode, storedAs: Int8.self, default: .add)
    try visitor.visit(1, "custom_code", &customCode)
    try visitor.visit(2, "version", &version, default: 1)
    try visitor.visit(3, "builtin_code", &code)
    builtinCode = byteCode.rawValue > code.rawValue ? byteCode : code
  }

  /// The name people use: `CONV_2D`, or the custom operator's own.
  public var name: String { builtinCode == .custom ? customCode : builtinCode.schemaName }
}
