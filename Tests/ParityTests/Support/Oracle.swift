import Foundation
import LiteRTReference
import TFLiteModelManager

/// The TFLite C library, proven to be the pinned one and to run the kernels it is asked for.
enum Oracle {
  /// Whether this platform has the library at all. Where it has, a missing library fails every parity test.
  static let isSupported = LiteRTLibrary.unsupportedPlatform == nil

  /// The library, or the reason why nothing it computes can be trusted.
  static func shared() throws -> LiteRTLibrary { try proven.get() }

  private static let proven = Result { try prove() }

  private static func prove() throws -> LiteRTLibrary {
    let path = LiteRTLibrary.defaultPath(packageRoot: TestEnvironment.packageRoot.path)
    guard let bytes = FileManager.default.contents(atPath: path) else { throw OracleError.missing(path: path) }
    let digest = SHA256Hash.of(bytes).hexadecimal
    guard digest == LiteRTLibrary.pinnedSHA256 else { throw OracleError.wrongFile(path: path, digest: digest) }
    let library = try LiteRTLibrary(path: path)
    try Canary.check(library)
    return library
  }
}

/// Why the C library cannot serve as the oracle.
enum OracleError: Error, Equatable, CustomStringConvertible {
  case missing(path: String)
  case wrongFile(path: String, digest: String)
  case sameKernels(model: String)
  case otherReference(model: String, digest: String)

  var description: String {
    switch self {
    case .missing(let path):
      "the TFLite C library is not at \(path): Scripts/test puts it there, or LITERT_LIBRARY names another place"
    case .wrongFile(let path, let digest):
      "\(path) is not the pinned TFLite C library: its SHA-256 digest is \(digest)"
    case .sameKernels(let model):
      "the TFLite C library gives the same results for \(model) in the modes reference and xnnpack: "
        + "it does not run the kernels it is asked for"
    case .otherReference(let model, let digest):
      "the TFLite C library's reference kernels give other results for \(model) than they must; digest \(digest)"
    }
  }
}
