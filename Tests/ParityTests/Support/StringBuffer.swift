/// Strings as a file and the C library hold them: their number, the offset of each and of the end, and their bytes.
enum StringBuffer {
  static func bytes(of strings: [[UInt8]]) -> [UInt8] {
    var offset = 4 * (strings.count + 2)
    var header = littleEndianBytes(Int32(strings.count))
    for string in strings {
      header += littleEndianBytes(Int32(offset))
      offset += string.count
    }
    return header + littleEndianBytes(Int32(offset)) + strings.joined()
  }
}
