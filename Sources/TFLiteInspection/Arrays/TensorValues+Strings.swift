import TFLiteFlatBuffers
import TFLiteSchema

extension TensorValues {
  /// A tensor of strings: `bytes` holds their number, the offset of each and of the end, 32 bits each, and their bytes.
  ///
  /// - Throws: ``InspectionError/noArrayType(tensor:type:)`` for more than 2 GiB of them.
  init(strings: [ByteSlice], shape: [Int]) throws(InspectionError) {
    guard let bytes = StringBuffer.bytes(of: strings) else {
      throw .noArrayType(tensor: "", type: TensorType.string.schemaName)
    }
    self.init(type: .string, shape: shape, checked: bytes)
  }

  /// A tensor of strings, one for each line of a text.
  ///
  /// - Parameter byteCount: what ``TextLines/bufferByteCount`` says of them.
  init(lines: TextLines, byteCount: Int, shape: [Int]) {
    let bytes = StringBuffer.bytes(of: lines, count: lines.count, byteCount: byteCount)
    self.init(type: .string, shape: shape, checked: bytes)
  }

  /// The strings of a tensor of strings, in row-major order; nil for other types.
  package var stringBuffer: StringBuffer? {
    guard type == .string else { return nil }
    return try? StringBuffer(ByteSlice(bytes))
  }

  /// The strings of a tensor of strings as text, in row-major order; nil for other types. What is not UTF-8 is replaced.
  public var strings: [String]? {
    stringBuffer.map { strings in (0..<strings.count).map { strings.text(at: $0) } }
  }
}

extension StringBuffer {
  /// A string as text. What is not UTF-8 is replaced.
  package func text(at index: Int) -> String {
    self[index].withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
