import Foundation

/// Why no code can be read.
public enum CodeReaderError: Error, Equatable, CustomStringConvertible {
  /// The package was compiled without zxing-cpp.
  case libraryMissing
  /// There is no memory for another copy of a part of the picture.
  case outOfMemory
  /// zxing-cpp has failed in a way of its own.
  case libraryFailed

  /// What is missing, and how to get it.
  public var description: String {
    switch self {
    case .libraryMissing:
      "codes are read by zxing-cpp, which was not there when this was built: install it (Debian and Ubuntu: "
        + "apt install libzxing-dev; Homebrew: brew install zxing-cpp) and build again"
    case .outOfMemory: "there is not enough memory to read codes"
    case .libraryFailed: "zxing-cpp has failed without saying why"
    }
  }
}

extension CodeReaderError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
