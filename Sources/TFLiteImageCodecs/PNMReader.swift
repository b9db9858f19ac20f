/// Walks through the text of a Netpbm file: numbers, white space, and comments from `#` to the end of the line.
struct PNMReader {
  let bytes: UnsafeRawBufferPointer
  var position: Int

  static func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Passes over white space and comments.
  mutating func skipSpace() {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "#") {
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      } else if Self.isWhitespace(bytes[position]) {
        position += 1
      } else {
        return
      }
    }
  }

  /// Reads a decimal number after white space and comments.
  ///
  /// - Parameter name: What the number is, for the message of an error.
  mutating func number(_ name: @autoclosure () -> String) throws(ImageError) -> Int {
    skipSpace()
    let start = position
    var value = 0
    while position < bytes.count, case let digit = Int(bytes[position]) - 0x30, (0...9).contains(digit) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowInSum) = product.addingReportingOverflow(digit)
      guard !overflow, !overflowInSum else {
        throw .corrupt(.pnm, detail: "\(name()) is too large a number", byteOffset: start)
      }
      value = sum
      position += 1
    }
    guard position > start else {
      guard position < bytes.count else {
        throw .truncated(.pnm, detail: "\(name()) is missing", byteOffset: position)
      }
      throw .corrupt(.pnm, detail: "\(name()) is no decimal number", byteOffset: position)
    }
    return value
  }
}
