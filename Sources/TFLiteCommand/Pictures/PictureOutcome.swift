import TFLiteImageCodecs
import TFLiteVision

/// What a model says about a picture, and how long each part took.
protocol TimedResult {
  var resizeTime: Duration { get }
  var inferenceTime: Duration { get }
}

extension DetectionResult: TimedResult {}
extension ClassificationResult: TimedResult {}

/// What came of one picture.
struct PictureOutcome<Result: TimedResult> {
  let path: String
  let image: Image
  let result: Result
  let decodeTime: Duration
  let totalTime: Duration

  /// Reads a picture and works on it.
  init(of path: String, _ work: (Image) throws -> Result) throws {
    let clock = ContinuousClock()
    let start = clock.now
    self.path = path
    image = try Image(contentsOfFile: path)
    decodeTime = start.duration(to: clock.now)
    result = try work(image)
    totalTime = start.duration(to: clock.now)
  }
}
