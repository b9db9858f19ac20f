#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import TFLiteFlatBuffers
import TFLiteSchema

extension Model {
  /// Decodes and verifies the bytes of a whole file, which are copied.
  ///
  /// - Parameter modelData: The bytes, with everything that is packed behind the FlatBuffer.
  /// - Throws: `ModelError`, which says what is wrong, where, and what was expected.
  public init(modelData: Data) throws(ModelError) {
    try self.init(ByteSlice([UInt8](modelData)))
  }
}
