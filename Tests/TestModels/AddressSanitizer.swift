import Foundation

/// The address sanitizer, which takes the place of the allocation functions and watches all accesses to memory.
package enum AddressSanitizer {
  /// Whether the tests were built for it: `Scripts/campaign sanitizers` says so.
  package static let isWatching = ProcessInfo.processInfo.environment["TFLITE_SANITIZED"] == "1"
}
