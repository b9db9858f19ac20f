/// What the system says about a failure.
package enum SystemError {
  package static func message(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let text = buffer.baseAddress else { return "error \(code)" }
      return strerror_r(code, text, buffer.count) == 0 ? String(cString: text) : "error \(code)"
    }
  }
}
