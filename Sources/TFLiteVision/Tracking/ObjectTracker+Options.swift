extension ObjectTracker {
  /// What a tracker takes for the same object, and how long it remembers.
  public struct Options: Equatable, Sendable {
    /// Detections with this score, or a higher one, are associated first, with all objects; 0.5 by default.
    public var highScore: Float = 0.5

    /// Detections with this score, or a higher one, continue objects that were there a moment ago, but begin none: an
    /// object that is half hidden has a low score, and so have most false alarms. 0.1 by default; with
    /// ``highScore`` or more, detections with low scores are not used.
    public var lowScore: Float = 0.1

    /// A detection that continues no object begins one where it has at least this score; 0.5 by default.
    public var newObjectScore: Float = 0.5

    /// How much a detection with a high score and the expected box must overlap at least, as intersection over union;
    /// 0.2 by default.
    public var minimumOverlap = 0.2

    /// The same for detections with a low score; 0.5 by default.
    public var minimumLowScoreOverlap = 0.5

    /// In how many frames, one after the other, an object must be seen before it gets an id. 2 by default, which leaves
    /// out false alarms that last one frame. What is in the first frame of all is taken for real at once.
    public var confirmingFrames = 2

    /// How long an object that the detector misses is still given, in the box where it should be; a tenth of a second
    /// by default.
    public var coastingTime = Duration.milliseconds(100)

    /// How long a lost object is remembered: when it comes back within this time, it has the same id. Two seconds by
    /// default.
    public var memory = Duration.seconds(2)

    /// Whether an object can change its class; ``ClassConsistency/preferred`` by default.
    public var classConsistency = ClassConsistency.preferred

    /// The defaults.
    public init() {}

    /// The defaults, but for the scores.
    ///
    /// - Parameter scoreThreshold: the score of an object that is worth reporting. New objects have it at least; those
    ///   that are there already may have less.
    public init(scoreThreshold: Float) {
      highScore = scoreThreshold
      newObjectScore = scoreThreshold
      lowScore = min(lowScore, scoreThreshold)
    }

    /// - Throws: ``VisionError/invalidTrackingOption(name:value:expected:)``.
    func check() throws(VisionError) {
      let scores = [("highScore", highScore), ("lowScore", lowScore), ("newObjectScore", newObjectScore)]
      for (name, score) in scores where score.isNaN {
        throw .invalidTrackingOption(name: name, value: "\(score)", expected: "a number")
      }
      let overlaps = [("minimumOverlap", minimumOverlap), ("minimumLowScoreOverlap", minimumLowScoreOverlap)]
      for (name, overlap) in overlaps where !(0...1).contains(overlap) {
        throw .invalidTrackingOption(name: name, value: "\(overlap)", expected: "0 to 1")
      }
      guard confirmingFrames > 0 else {
        throw .invalidTrackingOption(
          name: "confirmingFrames", value: "\(confirmingFrames)", expected: "1 or more")
      }
      for (name, time) in [("coastingTime", coastingTime), ("memory", memory)] where time < .zero {
        throw .invalidTrackingOption(name: name, value: "\(time)", expected: "no negative time")
      }
    }
  }

  /// Whether an object can have another class than in the frame before.
  public enum ClassConsistency: String, CaseIterable, Sendable {
    /// Never: a detection of another class is another object.
    case required
    /// Where the boxes overlap far better than those of the same class: detectors take a van for a car now and then.
    case preferred
    /// Classes play no part.
    case ignored
  }
}
