import Foundation

/// The tests that take long: `Scripts/test --full` runs them.
package enum LongTests {
  /// Whether they run too.
  package static let areIncluded = ProcessInfo.processInfo.environment["TFLITE_FULL_TESTS"] == "1"
}
