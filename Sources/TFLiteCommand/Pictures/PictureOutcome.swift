import TFLiteImageCodecs
import TFLiteVision

/// What a model says about a picture, and how long each part took.
protocol TimedResult: Sendable {
  var scoreThreshold: Float { get }
  var resizeTime: Duration { get }
  var inferenceTime: Duration { get }
}

extension DetectionResult: TimedResult {}
extension ClassificationResult: TimedResult {}

/// What came of one picture.
struct PictureOutcome<Result: TimedResult>: Sendable {
  let path: String
  /// Of the picture as a person sees it, in pixels.
  let width: Int
  /// Of the picture as a person sees it, in pixels.
  let height: Int
  let result: Result
  let decodeTime: Duration
  let totalTime: Duration

  /// Reads a picture and works on it.
  ///
  /// - Parameters:
  ///   - size: how large the picture is needed; nil asks for all of its pixels.
  ///   - work: the work whose time is told.
  ///   - keep: what is done with picture and result then.
  init(
    of path: String, neededAt size: (width: Int, height: Int)?, _ work: (ReducedImage) throws -> Result,
    keep: (ReducedImage, Result) throws -> Void = { _, _ in }
  ) throws {
    let clock = ContinuousClock()
    let start = clock.now
    self.path = path
    let image = try ReducedImage(contentsOfFile: path, neededAt: size)
    (width, height) = (image.width, image.height)
    decodeTime = start.duration(to: clock.now)
    result = try work(image)
    totalTime = start.duration(to: clock.now)
    try keep(image, result)
  }
}
