/// Binary Netpbm pictures, one after the other.
struct PNMVideoReader: VideoReader {
  let limits: ImageLimits
  private(set) var isAtEnd = false

  /// With comments.
  private static let longestHeader = 1 << 16

  /// The format knows no time.
  let frameRate: Double? = nil

  init(limits: ImageLimits) { self.limits = limits }

  mutating func frame(_ number: Int, from stream: inout ByteStream) throws(ImageError) -> VideoFrame? {
    // A line feed may stand between pictures.
    while let byte = try stream.peek(1).first, PNMReader.isWhitespace(byte) { stream.skip(1) }
    if try stream.peek(1).isEmpty { return nil }
    // Without a size, nobody knows where the next picture begins.
    isAtEnd = true
    let picture = try picture(&stream)
    isAtEnd = false
    return VideoFrame(number: number, time: nil) { [limits] () throws(ImageError) in
      try Image(decoding: picture, limits: limits)
    }
  }

  /// The bytes of a picture, header and all.
  private func picture(_ stream: inout ByteStream) throws(ImageError) -> [UInt8] {
    let start = stream.position
    let magic = Array(try stream.peek(2))
    guard magic.count == 2, magic[0] == UInt8(ascii: "P"), (0x34...0x36).contains(magic[1]) else {
      throw .corruptVideo(
        detail: "expected a picture of kind P4, P5 or P6, found the bytes \(ImageFormat.hexadecimal(magic))",
        byteOffset: start)
    }
    let header = try header(&stream, numbers: magic[1] == UInt8(ascii: "4") ? 2 : 3)
    let count = try header.withUnsafeBufferPointer { (bytes) throws(ImageError) in
      try PNMReader.binaryDataBytes(UnsafeRawBufferPointer(bytes), limits)
    }
    let data = try stream.take(count)
    guard data.count == count else {
      throw .truncatedVideo(detail: "the frame has \(data.count) of \(count) bytes", byteOffset: stream.position)
    }
    return header + data
  }

  /// The magic word and so many numbers, up to the single byte of white space behind the last one.
  private func header(_ stream: inout ByteStream, numbers: Int) throws(ImageError) -> [UInt8] {
    var header: [UInt8] = []
    var words = 0
    var isInWord = false
    var isInComment = false
    while words <= numbers {
      guard header.count < Self.longestHeader, let byte = try stream.peek(1).first else {
        throw .truncatedVideo(
          detail: "the picture's header has no end within \(header.count) bytes", byteOffset: stream.position)
      }
      stream.skip(1)
      header.append(byte)
      if isInComment {
        isInComment = byte != 0x0A && byte != 0x0D
      } else if PNMReader.isWhitespace(byte) {
        if isInWord { words += 1 }
        isInWord = false
      } else if byte == UInt8(ascii: "#"), !isInWord {
        isInComment = true
      } else {
        isInWord = true
      }
    }
    return header
  }
}

extension PNMReader {
  /// How many bytes follow the header of a binary picture.
  fileprivate static func binaryDataBytes(
    _ header: UnsafeRawBufferPointer, _ limits: ImageLimits
  ) throws(ImageError) -> Int {
    var reader = PNMReader(bytes: header, position: 2)
    let width = try reader.number("the width")
    let height = try reader.number("the height")
    try limits.check(width: width, height: height)
    if header[1] == UInt8(ascii: "4") { return (width + 7) / 8 * height }
    let bytesPerSample = try reader.number("the maximum value") < 256 ? 1 : 2
    return width * height * bytesPerSample * (header[1] == UInt8(ascii: "6") ? 3 : 1)
  }
}
