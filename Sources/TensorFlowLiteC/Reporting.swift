import CTensorFlowLite
import TFLiteCLibrary

/// Why a function of the C interface fails.
struct Failure: Error {
  var status = kTfLiteError
  let message: String

  init(_ message: String, status: TfLiteStatus = kTfLiteError) {
    self.message = message
    self.status = status
  }

  /// For an argument that must be an object.
  static func null(_ name: String, in function: StaticString) -> Failure { Failure("\(function): \(name) is NULL") }
}

extension ErrorReporter {
  /// Writes to the standard error output.
  static var standardError: ErrorReporter { ErrorReporter(function: nil, user_data: nil) }

  /// Gives a message to the reporter, and keeps it as the last one of this thread.
  func report(_ message: String) {
    set_last_error(message)
    report_error(self, message)
  }
}

/// Keeps a message for `TfLiteSwiftGetLastError`, where there is no reporter that belongs to the call.
func remember(_ message: String) { set_last_error(message) }

/// Says that an argument is NULL.
///
/// - Returns: the status of an error.
@discardableResult
func refuseNull(_ name: String, in function: StaticString = #function) -> TfLiteStatus {
  let name = "\(name) is NULL"
  remember("\(function): \(name)")
  return kTfLiteError
}
