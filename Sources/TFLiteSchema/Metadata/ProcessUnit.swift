import TFLiteFlatBuffers

/// A step before an input or after an output.
public struct ProcessUnit: SchemaTable {
  /// The kind of step and its parameters.
  public var options: ProcessUnitOptions? = nil

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visitUnion(0, "options", &options)
  }
}

/// Normalization of an input: (x - mean) / std.
public struct NormalizationOptions: SchemaTable {
  /// Subtracted: one for each channel, or one for all.
  public var mean: [Float] = []

  /// Divisor: one for each channel, or one for all.
  public var std: [Float] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "mean", &mean)
    try visitor.visit(1, "std", &std)
  }
}

/// Calibration of scores, with parameters for each class from a packed file.
public struct ScoreCalibrationOptions: SchemaTable {
  /// Applied to a score before the logistic function.
  public var scoreTransformation: ScoreTransformationType = .identity

  /// Score of a class without parameters, or below its minimum.
  public var defaultScore: Float = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "score_transformation", &scoreTransformation)
    try visitor.visit(1, "default_score", &defaultScore)
  }
}

/// A threshold below which results are dropped.
public struct ScoreThresholdingOptions: SchemaTable {
  /// The recommended threshold.
  public var globalScoreThreshold: Float = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "global_score_threshold", &globalScoreThreshold)
  }
}

/// Splitting of text into the word pieces of BERT.
public struct BertTokenizerOptions: SchemaTable {
  /// The vocabulary.
  public var vocabFile: [AssociatedFile] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "vocab_file", &vocabFile)
  }
}

/// Splitting of text by a SentencePiece model.
public struct SentencePieceTokenizerOptions: SchemaTable {
  /// The SentencePiece model.
  public var sentencePieceModel: [AssociatedFile] = []

  /// The vocabulary.
  public var vocabFile: [AssociatedFile] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "sentencePiece_model", &sentencePieceModel)
    try visitor.visit(1, "vocab_file", &vocabFile)
  }
}

/// Splitting of text at matches of a regular expression.
public struct RegexTokenizerOptions: SchemaTable {
  /// The regular expression.
  public var delimRegexPattern: String = ""

  /// The vocabulary.
  public var vocabFile: [AssociatedFile] = []

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "delim_regex_pattern", &delimRegexPattern)
    try visitor.visit(1, "vocab_file", &vocabFile)
  }
}

/// The kinds of steps before an input or after an output.
public enum ProcessUnitOptions: SchemaUnion {
  /// Normalization of an input.
  case normalization(NormalizationOptions)
  /// Calibration of scores.
  case scoreCalibration(ScoreCalibrationOptions)
  /// A threshold for scores.
  case scoreThresholding(ScoreThresholdingOptions)
  /// Splitting of text into the word pieces of BERT.
  case bertTokenizer(BertTokenizerOptions)
  /// Splitting of text by a SentencePiece model.
  case sentencePieceTokenizer(SentencePieceTokenizerOptions)
  /// Splitting of text at matches of a regular expression.
  case regexTokenizer(RegexTokenizerOptions)

  /// The types of the members.
  public static let members: [any SchemaTable.Type] = [
    NormalizationOptions.self, ScoreCalibrationOptions.self, ScoreThresholdingOptions.self, BertTokenizerOptions.self,
    SentencePieceTokenizerOptions.self, RegexTokenizerOptions.self,
  ]

  /// The union with the member `table`.
  public init?(table: any SchemaTable) {
    switch table {
    case let table as NormalizationOptions: self = .normalization(table)
    case let table as ScoreCalibrationOptions: self = .scoreCalibration(table)
    case let table as ScoreThresholdingOptions: self = .scoreThresholding(table)
    case let table as BertTokenizerOptions: self = .bertTokenizer(table)
    case let table as SentencePieceTokenizerOptions: self = .sentencePieceTokenizer(table)
    case let table as RegexTokenizerOptions: self = .regexTokenizer(table)
    default: return nil
    }
  }

  /// The member.
  public var table: any SchemaTable {
    switch self {
    case .normalization(let table): table
    case .scoreCalibration(let table): table
    case .scoreThresholding(let table): table
    case .bertTokenizer(let table): table
    case .sentencePieceTokenizer(let table): table
    case .regexTokenizer(let table): table
    }
  }
}
