import TFLiteFlatBuffers

/// Why a model could not be read, written or changed.
public enum ModelError: Error, Equatable, Sendable {
  /// The file cannot be read at all.
  case unreadable(FlatBufferError)
}
