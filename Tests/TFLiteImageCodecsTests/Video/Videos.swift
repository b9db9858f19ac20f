import Foundation
import TFLiteImageCodecs

/// Small videos, byte by byte.
enum Videos {
  /// A YUV4MPEG2 video of frames that are given as their samples.
  static func y4m(_ header: String, frames: [[UInt8]], frameHeader: String = "FRAME") -> [UInt8] {
    Array("YUV4MPEG2 \(header)\n".utf8) + frames.flatMap { Array("\(frameHeader)\n".utf8) + $0 }
  }

  /// A binary picture of one gray.
  static func pgm(_ width: Int, _ height: Int, gray: UInt8) -> [UInt8] {
    Array("P5\n# a comment\n\(width) \(height)\n255\n".utf8) + [UInt8](repeating: gray, count: width * height)
  }
}

/// Everything that came of a video: frames and errors in their order.
struct Playback {
  var frames: [(number: Int, time: Duration?, image: Image)] = []
  var errors: [ImageError] = []

  init(_ source: any VideoSource) {
    // A source that never ends would be one more error.
    for _ in 0..<1000 {
      do throws(ImageError) {
        guard let frame = try source.next() else { return }
        frames.append((frame.number, frame.time, try frame.image()))
      } catch {
        errors.append(error)
      }
    }
    errors.append(.unknownVideo("a video without an end"))
  }

  /// Plays the bytes from a pipe, a few at a time.
  init(piping bytes: [UInt8], limits: ImageLimits = .standard) throws {
    let pipe = Pipe()
    let writer = Thread {
      let file = pipe.fileHandleForWriting
      for start in stride(from: 0, to: bytes.count, by: 1000) {
        try? file.write(contentsOf: Data(bytes[start..<min(start + 1000, bytes.count)]))
      }
      try? file.close()
    }
    writer.start()
    // Nobody shall write to a pipe that is closed: the signal would end the tests.
    defer { _ = try? pipe.fileHandleForReading.readToEnd() }
    self.init(try VideoStream(fileDescriptor: pipe.fileHandleForReading.fileDescriptor, limits: limits))
  }
}
