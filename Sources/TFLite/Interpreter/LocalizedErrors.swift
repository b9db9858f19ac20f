#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

// What `localizedDescription` says of the inner modules' errors: their one line. They cannot say so themselves, since they
// do without Foundation.

extension FlatBufferError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}

extension ModelError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}

extension KernelError: LocalizedError {
  /// The `description`.
  public var errorDescription: String? { description }
}
