import ArgumentParser
import TFLiteImageCodecs
import TFLiteVision

/// Finds and follows the objects in the frames of one source.
struct StreamRun {
  let detector: Detector
  let fitting: PictureFitting?
  let threshold: Float
  let maxResults: Int?
  /// Of a source that states none.
  let frameRate: Double
  let report = FrameReport()

  /// After an interrupt, the frame that is being worked on is the last, and the program ends behind it.
  ///
  /// - Parameters:
  ///   - feed: the frames.
  ///   - source: its name, for messages.
  ///   - sourceRate: the frame rate that the source states.
  ///   - annotated: what writes the frames, where they are wanted.
  /// - Throws: `ExitCode.failure` at the end, when frames were lost, or at once, when standard output cannot be written.
  func run(
    _ feed: any FrameFeed, source: String, sourceRate: Double?, annotated: AnnotatedFrames?
  ) throws {
    var tracker = try ObjectTracker(options: .init(scoreThreshold: threshold))
    var annotated = annotated
    let liveLine = LiveLine()
    let progress = StreamProgress(of: source)
    let interrupt = Interrupt { progress.endIfWaiting() }
    var failures = 0
    while true {
      var number: Int?
      let tracked: TrackedFrame
      do {
        let next = try progress.waiting(dropped: feed.dropped) { try interrupt.hasHappened ? nil : feed.next() }
        guard let frame = next else { break }
        number = frame.number
        let time = frame.time ?? FrameRate.time(ofFrame: frame.number, at: sourceRate ?? frameRate)
        tracked = try track(frame, at: time, &tracker)
        try annotated?.write(tracked)
      } catch {
        failures += 1
        if case .inFrame(let lost, _)? = error as? ImageError { number = lost }
        liveLine.clear()
        StandardError.report(error.message(about: source), about: source)
        try report.add(failure: error.message(about: source), ofFrame: number)
        continue
      }
      try report.add(tracked)
      progress.advance()
      liveLine.show(frame: tracked.number, objects: tracked.objects.count, dropped: feed.dropped)
    }
    liveLine.clear()
    if interrupt.hasHappened { progress.end() }
    if feed.untold > 0 { StandardError.report("\(feed.untold) more frames were lost", about: source) }
    if feed.dropped > 0 { StandardError.report("\(feed.dropped) frames were dropped", about: source) }
    if failures > 0 { throw ExitCode.failure }
  }

  private func track(
    _ frame: VideoFrame, at time: Duration, _ tracker: inout ObjectTracker
  ) throws -> TrackedFrame {
    let image = try frame.image()
    let found = try detector.detect(in: image, fitting: fitting, scoreThreshold: tracker.options.lowScore)
    let objects = try tracker.update(found.detections, at: time)
      .compactMap { $0.visible(inWidth: image.width, height: image.height) }
    return TrackedFrame(
      number: frame.number, time: time, image: image, objects: Array(objects.prefix(maxResults ?? .max)))
  }
}

/// A frame and the objects in it.
struct TrackedFrame {
  let number: Int
  let time: Duration
  let image: Image
  let objects: [TrackedObject]
}
