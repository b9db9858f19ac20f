import ArgumentParser
import Foundation
import TFLiteCLibrary
import TFLiteImageCodecs

/// How pictures are taken as the frames of a video.
struct StreamCommandOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Take the pictures as the frames of a video, and give objects ids.",
      discussion: """
        The source is a folder of pictures (in the natural order of their names), a file, or - for standard input, \
        which hold YUV4MPEG2 or binary Netpbm pictures:
            ffmpeg -i film.mp4 -f yuv4mpegpipe - | tflite detect --model MODEL --stream -
        Prints a line of JSON for each frame. With --output, a folder gets the frames with boxes, ids and trails.
        """))
  var stream = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames per second of a source that does not state them, such as a folder.", valueName: "rate"))
  var frameRate: Double?

  @Flag(help: "Leave out frames that come from a pipe while the detector works, and count them.")
  var dropFrames = false

  func validate() throws {
    if let frameRate, !FrameRate.possible.contains(frameRate) {
      throw ValidationError("--frame-rate must be from 0.000001 to 1000000 frames per second.")
    }
    if !stream, dropFrames { throw ValidationError("--drop-frames goes with --stream.") }
    if !stream, frameRate != nil { throw ValidationError("--frame-rate goes with --stream.") }
  }

  /// Opens what the arguments name.
  func source(_ paths: [String]) throws -> any VideoSource {
    guard paths.count == 1 else {
      throw ValidationError("--stream takes one source: a folder of pictures, a file, or - for standard input.")
    }
    let path = paths[0]
    if try StandardError.reportingFailure(of: path, { try FileStatus.isFolder(path) }) {
      if dropFrames { throw ValidationError("--drop-frames is for pipes: the pictures of a folder wait.") }
      return try StandardError.reportingFailure(of: path) { try FrameFolder(path: path) }
    }
    return try StandardError.reportingFailure(of: path) {
      path == "-" ? try VideoStream(fileDescriptor: STDIN_FILENO) : try VideoStream(contentsOfFile: path)
    }
  }
}
