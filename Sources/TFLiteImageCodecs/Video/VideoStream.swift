import TFLiteCLibrary

/// Uncompressed video from a pipe or a file: YUV4MPEG2, as `ffmpeg -f yuv4mpegpipe -` writes it, or binary Netpbm
/// pictures one after the other, as `ffmpeg -f image2pipe -c:v ppm -` does.
///
/// YUV4MPEG2 may have any subsampling, 8 to 16 bits, and interlaced rows. Its colors are those of ITU-R BT.601, in the
/// range of video unless XCOLORRANGE says FULL.
public final class VideoStream: VideoSource {
  private var stream: ByteStream
  private var reader: any VideoReader
  private var frameCount = 0
  /// To be closed at the end; nil where it belongs to somebody else.
  private let ownedFile: Int32?
  private var isFinished = false

  /// Reads from an open file.
  ///
  /// - Parameters:
  ///   - fileDescriptor: open for reading, at the beginning of the video; it is not closed.
  ///   - limits: what a frame may demand.
  /// - Throws: ``ImageError``: the header is read at once.
  public convenience init(fileDescriptor: Int32, limits: ImageLimits = .standard) throws(ImageError) {
    try self.init(fileDescriptor, ownedFile: nil, limits)
  }

  /// Reads a file or a named pipe.
  ///
  /// - Throws: ``ImageError/inFile(path:_:)``: the header is read at once.
  public convenience init(contentsOfFile path: String, limits: ImageLimits = .standard) throws(ImageError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .inFile(path: path, .cannotRead(reason: SystemError.message(errno))) }
    do throws(ImageError) {
      try self.init(file, ownedFile: file, limits)
    } catch {
      close(file)
      throw .inFile(path: path, error)
    }
  }

  private init(_ file: Int32, ownedFile: Int32?, _ limits: ImageLimits) throws(ImageError) {
    var stream = ByteStream(file)
    let start = Array(try stream.peek(Y4MHeader.magic.count))
    if start == Y4MHeader.magic {
      reader = try Y4MReader(&stream, limits: limits)
    } else if start.count >= 2, start[0] == UInt8(ascii: "P"), (0x34...0x36).contains(start[1]) {
      reader = PNMVideoReader(limits: limits)
    } else {
      throw .unknownVideo(Self.description(of: start))
    }
    self.stream = stream
    self.ownedFile = ownedFile
  }

  deinit {
    if let ownedFile { close(ownedFile) }
  }

  /// Frames per second; nil where the video does not state them.
  public var frameRate: Double? { reader.frameRate }

  /// The next frame; nil at the end.
  ///
  /// - Throws: ``ImageError/inFrame(number:_:)`` where a frame is lost. The next call goes on behind it, where that can be
  ///   found.
  public func next() throws(ImageError) -> VideoFrame? {
    guard !isFinished else { return nil }
    let number = frameCount
    frameCount += 1
    do throws(ImageError) {
      let frame = try reader.frame(number, from: &stream)
      isFinished = frame == nil
      return frame
    } catch {
      // What the system cannot read now, it cannot read later.
      if case .cannotRead = error { isFinished = true }
      isFinished = isFinished || reader.isAtEnd
      throw .inFrame(number: number, error)
    }
  }

  private static func description(of start: [UInt8]) -> String {
    if start.isEmpty { return "an empty stream" }
    let format = start.withUnsafeBytes { try? ImageFormat(detecting: $0) }
    return format.map { "a single picture (\($0))" } ?? ImageFormat.description(of: start)
  }
}

/// What tells frames apart in a stream of bytes.
protocol VideoReader {
  /// Frames per second; nil where the video does not state them.
  var frameRate: Double? { get }

  /// Whether the last error has left no way to find the next frame.
  var isAtEnd: Bool { get }

  /// Reads the next frame; nil at the end. After an error, the stream is at the frame behind it.
  mutating func frame(_ number: Int, from stream: inout ByteStream) throws(ImageError) -> VideoFrame?
}
