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

  /// The union with a member whose fields have their defaults.
  public init?(memberNumber: Int) {
    switch memberNumber {
    case 1: self = .normalization(NormalizationOptions())
    case 2: self = .scoreCalibration(ScoreCalibrationOptions())
    case 3: self = .scoreThresholding(ScoreThresholdingOptions())
    case 4: self = .bertTokenizer(BertTokenizerOptions())
    case 5: self = .sentencePieceTokenizer(SentencePieceTokenizerOptions())
    case 6: self = .regexTokenizer(RegexTokenizerOptions())
    default: return nil
    }
  }

  /// The number of the member.
  public var memberNumber: Int {
    switch self {
    case .normalization: 1
    case .scoreCalibration: 2
    case .scoreThresholding: 3
    case .bertTokenizer: 4
    case .sentencePieceTokenizer: 5
    case .regexTokenizer: 6
    }
  }

  /// The member.
  public var member: any SchemaTable {
    switch self {
    case .normalization(let table): table
    case .scoreCalibration(let table): table
    case .scoreThresholding(let table): table
    case .bertTokenizer(let table): table
    case .sentencePieceTokenizer(let table): table
    case .regexTokenizer(let table): table
    }
  }

  /// Shows `visitor` every field of the member.
  public mutating func visitMember(_ visitor: inout some FieldVisitor) throws(ModelError) {
    switch self {
    case .normalization(var table):
      try table.visitFields(&visitor)
      self = .normalization(table)
    case .scoreCalibration(var table):
      try table.visitFields(&visitor)
      self = .scoreCalibration(table)
    case .scoreThresholding(var table):
      try table.visitFields(&visitor)
      self = .scoreThresholding(table)
    case .bertTokenizer(var table):
      try table.visitFields(&visitor)
      self = .bertTokenizer(table)
    case .sentencePieceTokenizer(var table):
      try table.visitFields(&visitor)
      self = .sentencePieceTokenizer(table)
    case .regexTokenizer(var table):
      try table.visitFields(&visitor)
      self = .regexTokenizer(table)
    }
  }
}
