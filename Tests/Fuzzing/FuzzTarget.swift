import TFLiteFlatBuffers

/// What takes bytes from strangers. Each is given any bytes, and must come to an end: with a result, or with an error of
/// its own kind.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// A model's file, from its bytes to a run.
  case model
  /// One operator, a custom one too, with any operands and options.
  case operators
  /// The options of custom operators.
  case flexBuffers
  /// What is packed with a model: a ZIP archive, labels, what an exporter says of it.
  case packedFiles
  /// What a model says of itself: a FlatBuffer of metadata, and the files that it names.
  case metadata
  /// PNG, JPEG, BMP and PNM files.
  case pictures
  /// Y4M and PNM streams.
  case videos
  /// NPY and NPZ files.
  case arrays
  /// AutoML's manifests.
  case manifests
  /// Files of labels.
  case labels
  /// The index of hosted models.
  case modelIndexes
  /// Archives out of which models are taken: .zip, .tar, .tar.gz.
  case archives
  /// What stands before the body of a web server's answer.
  case answerHeads
  /// What a web server answers to those who download a model.
  case answers

  /// How many bytes are worth trying: more take longer, and lead to nothing new.
  package var longest: Int {
    switch self {
    case .model: 1_000_000
    case .metadata, .pictures, .videos, .archives: 1 << 16
    default: 1 << 13
    }
  }

  /// Does with the bytes what the package does with them.
  ///
  /// - Returns: whether nothing was wrong with them.
  /// - Throws: only what is a fault: an error of a kind that nobody documents, or one without a message.
  @discardableResult package func run(_ bytes: [UInt8]) throws -> Bool {
    try endsAsDocumented {
      switch self {
      case .model: try ModelTrial.run(bytes)
      case .operators: try OperatorTrial.run(bytes)
      case .flexBuffers: try FormatTrials.flexBuffer(bytes)
      case .packedFiles: try FormatTrials.packedFiles(bytes)
      case .metadata: try MetadataTrial.run(bytes)
      case .pictures: try FormatTrials.picture(bytes)
      case .videos: try FormatTrials.video(bytes)
      case .arrays: try FormatTrials.arrays(bytes)
      case .manifests: try FormatTrials.manifest(bytes)
      case .labels: try FormatTrials.labels(bytes)
      case .modelIndexes: try FormatTrials.modelIndex(bytes)
      case .archives: try FormatTrials.archive(bytes)
      case .answerHeads: try FormatTrials.answerHead(bytes)
      case .answers: try AnswerTrial.run(bytes)
      }
    }
  }
}
