import Benchmark
import TFLiteVision

/// How many frames a tracker follows in a second, with so many objects that wander about.
let benchmarks: @Sendable () -> Void = {
  for count in [5, 20, 100] {
    let rate = BenchmarkMetric.custom("frames/s", polarity: .prefersLarger, useScalingFactor: false)
    Benchmark(
      "track \(count) objects",
      configuration: .init(metrics: [.wallClock, rate], warmupIterations: 2, maxDuration: .seconds(2))
    ) { benchmark in
      let frames = Wanderers.frames(of: count)
      var tracker = try ObjectTracker()
      let clock = ContinuousClock()
      benchmark.startMeasurement()
      let start = clock.now
      for (number, detections) in frames.enumerated() {
        blackHole(try tracker.update(detections, at: .milliseconds(33 * number)))
      }
      let duration = start.duration(to: clock.now)
      benchmark.stopMeasurement()
      benchmark.measurement(rate, Int(Double(frames.count) / (duration / .seconds(1))))
    }
  }
}

/// Objects on their ways across a picture, as a detector sees them: one in ten is missed, edges are off a little.
enum Wanderers {
  static func frames(of count: Int) -> [[Detection]] {
    var random = LinearCongruence(state: 1)
    func uniform(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let starts = (0..<count).map { _ in
      (x: uniform(0...1200), y: uniform(0...700), vx: uniform(-3...3), vy: uniform(-3...3), size: uniform(40...160))
    }
    return (0..<300).map { frame in
      starts.compactMap { start in
        guard uniform(0...1) > 0.1 else { return nil }
        let box = BoundingBox(
          x: start.x + start.vx * Double(frame) + uniform(-2...2),
          y: start.y + start.vy * Double(frame) + uniform(-2...2), width: start.size + uniform(-2...2),
          height: start.size + uniform(-2...2))
        return Detection(label: nil, classIndex: 0, score: Float(uniform(0.3...1)), box: box)
      }
    }
  }
}

/// The same numbers in every run.
private struct LinearCongruence: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // The low bits of such a generator are poor.
    return state >> 32 | state << 32
  }
}
