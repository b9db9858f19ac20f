import TFLite
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteKernels
import TFLiteModelManager
import TFLiteSchema
import TFLiteVision

/// Errors that say what is wrong with somebody's bytes.
protocol ExpectedError: Error {}

extension FlatBufferError: ExpectedError {}
extension ModelError: ExpectedError {}
extension InterpreterError: ExpectedError {}
extension SignatureRunnerError: ExpectedError {}
extension ImageError: ExpectedError {}
extension InspectionError: ExpectedError {}
extension ModelManagerError: ExpectedError {}
extension ArchiveProblem: ExpectedError {}
extension VisionError: ExpectedError {}

/// Whether the body comes to its end without an error.
///
/// - Throws: only what is a fault: an error of a kind that nobody documents, or one without a message.
@discardableResult func endsAsDocumented(_ body: () throws -> Void) throws -> Bool {
  do {
    try body()
    return true
  } catch let error as any ExpectedError {
    // A message that cannot be made is as bad as no message.
    guard !"\(error)".isEmpty else { throw error }
    return false
  }
}
