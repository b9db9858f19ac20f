/// The frames of a YUV4MPEG2 video.
struct Y4MReader: VideoReader {
  private let header: Y4MHeader
  private(set) var isAtEnd = false

  private static let frameMagic = Array("FRAME".utf8)
  /// Of a header; those of all known programs are far shorter.
  private static let longestLine = 4096

  var frameRate: Double? { header.frameRate }

  /// - Parameter stream: at the video's first byte.
  init(_ stream: inout ByteStream, limits: ImageLimits) throws(ImageError) {
    guard let line = try stream.line(upTo: Self.longestLine) else {
      throw .truncatedVideo(
        detail: "the header has no end within \(Self.longestLine) bytes", byteOffset: stream.position)
    }
    header = try Y4MHeader(line, limits: limits)
  }

  mutating func frame(_ number: Int, from stream: inout ByteStream) throws(ImageError) -> VideoFrame? {
    let start = stream.position
    let found = Array(try stream.peek(Self.frameMagic.count))
    if found.isEmpty { return nil }
    guard found == Self.frameMagic else {
      try findNextFrame(in: &stream)
      throw .corruptVideo(
        detail: "expected the word FRAME, found \(Self.printable(found)); do the frames have the size "
          + "\(header.width) x \(header.height) that the header states?",
        byteOffset: start)
    }
    guard let line = try stream.line(upTo: Self.longestLine) else {
      stream.skip(found.count)
      try findNextFrame(in: &stream)
      throw .corruptVideo(
        detail: "the frame's header has no end within \(Self.longestLine) bytes", byteOffset: start)
    }
    let fields = Y4MFields(line.dropFirst(found.count), offset: start + found.count)
    let isInterlaced = isInterlaced(fields)

    let dataStart = stream.position
    let samples = try stream.take(header.frameBytes)
    guard samples.count == header.frameBytes else {
      isAtEnd = true
      throw .truncatedVideo(
        detail: "the frame has \(samples.count) of \(header.frameBytes) bytes", byteOffset: dataStart + samples.count)
    }
    let time = header.frameRate.map { FrameRate.time(ofFrame: number, at: $0) }
    return VideoFrame(number: number, time: time) { [header] () throws(ImageError) in
      try Image(y4m: samples, header, isInterlaced: isInterlaced)
    }
  }

  /// The third letter of a frame's field I says how its chroma was sampled.
  private func isInterlaced(_ fields: Y4MFields) -> Bool {
    switch header.interlacing {
    case .progressive: false
    case .interlaced: true
    case .mixed: fields.value("I")?.dropFirst(2).first == "i"
    }
  }

  /// Passes over everything up to what looks like the beginning of a frame.
  private mutating func findNextFrame(in stream: inout ByteStream) throws(ImageError) {
    let length = Self.frameMagic.count + 1
    while true {
      let bytes = Array(try stream.peek(1 << 12))
      guard bytes.count >= length else {
        isAtEnd = true
        return
      }
      let place = (0...bytes.count - length).first { place in
        bytes[place...].starts(with: Self.frameMagic) && [0x0A, 0x20].contains(bytes[place + length - 1])
      }
      if let place {
        stream.skip(place)
        return
      }
      stream.skip(bytes.count - length + 1)
    }
  }

  private static func printable(_ bytes: [UInt8]) -> String {
    bytes.allSatisfy { (0x20..<0x7F).contains($0) }
      ? "'\(String(decoding: bytes, as: UTF8.self))'" : "the bytes \(ImageFormat.hexadecimal(bytes))"
  }
}
