import Foundation
import TFLiteVision
import TestRandomness

/// What goes on in a generated sequence, and how badly the detector sees it.
struct SequenceTraits: Sendable {
  var objects = 10
  var frames = 400
  /// The share of visible objects that the detector misses.
  var missed = 0.0
  /// False alarms per frame, on average.
  var falseAlarms = 0.0
  /// The standard deviation of the camera's position, in pixels.
  var shake = 0.0
  /// How often an object vanishes behind something, per object and second.
  var occlusionsPerSecond = 0.0
  /// For how many frames it is hidden then.
  var occlusionFrames = 5...30
  /// Whether objects that are covered by nearer ones are seen badly or not at all.
  var isCoveringOpaque = false
  /// The frame rates that follow each other, each for 100 frames.
  var frameRates = [30.0]
  /// The heights of objects, in pixels.
  var heights = 60.0..<200.0
  /// Their speeds, in heights a second.
  var speeds = 0.2..<1.0
  /// Whether objects pass through the picture, and others come for those that have left it; else they turn at its edges.
  var arePassing = false
}

/// Objects of three classes that wander about and across each other in a picture of 1280 × 720 pixels, what a detector
/// reports of them, and what is true.
struct GeneratedSequence {
  struct Frame {
    var time: Duration
    /// What the detector reports.
    var detections: [Detection]
    /// Every object of which at least a third is to be seen, by its true identity.
    var truth: [Int: BoundingBox]
  }

  private(set) var frames: [Frame] = []
  private var identities = 0
  private var generator: SeededGenerator
  private let traits: SequenceTraits
  private static let size = (width: 1280.0, height: 720.0)

  init(_ traits: SequenceTraits, seed: UInt64) {
    self.traits = traits
    generator = SeededGenerator(seed: seed, stream: "sequence")
    var wanderers = (0..<traits.objects).map { _ in traits.arePassing ? passer() : wanderer() }
    var camera = (x: 0.0, y: 0.0)
    var time = Duration.zero
    for number in 0..<traits.frames {
      let rate = traits.frameRates[number / 100 % traits.frameRates.count]
      let step = 1 / rate
      time += .seconds(step)
      for index in wanderers.indices {
        move(&wanderers[index], step)
        if traits.arePassing, hasLeft(wanderers[index]) { wanderers[index] = passer() }
      }
      // A hand that shakes, and holds against it.
      camera = (0.7 * camera.x + traits.shake * 0.71 * normal(), 0.7 * camera.y + traits.shake * 0.71 * normal())
      frames.append(frame(wanderers, camera, time))
    }
  }

  private struct Wanderer {
    /// The center.
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// Per second.
    var velocityX: Double
    var velocityY: Double
    var classIndex: Int
    var identity: Int
    var hiddenFrames = 0

    var box: BoundingBox { BoundingBox(x: x - width / 2, y: y - height / 2, width: width, height: height) }
  }

  /// Of which none was there before.
  private mutating func newIdentity() -> Int {
    identities += 1
    return identities - 1
  }

  /// What comes from an edge and crosses the picture.
  private mutating func passer() -> Wanderer {
    var passer = wanderer()
    let (width, height) = (Self.size.width, Self.size.height)
    let speed = hypot(passer.velocityX, passer.velocityY)
    let target = (x: uniform(0.25, 0.75) * width, y: uniform(0.25, 0.75) * height)
    (passer.x, passer.y) =
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: (0, uniform(0, height))
      case 1: (width, uniform(0, height))
      case 2: (uniform(0, width), 0)
      default: (uniform(0, width), height)
      }
    let distance = hypot(target.x - passer.x, target.y - passer.y)
    passer.velocityX = speed * (target.x - passer.x) / distance
    passer.velocityY = speed * (target.y - passer.y) / distance
    return passer
  }

  private func hasLeft(_ wanderer: Wanderer) -> Bool {
    !(0...Self.size.width).contains(wanderer.x) || !(0...Self.size.height).contains(wanderer.y)
  }

  private mutating func wanderer() -> Wanderer {
    let height = uniform(traits.heights.lowerBound, traits.heights.upperBound)
    let speed = uniform(traits.speeds.lowerBound, traits.speeds.upperBound) * height
    let direction = uniform(0, 2 * .pi)
    return Wanderer(
      x: uniform(120, Self.size.width - 120), y: uniform(120, Self.size.height - 120),
      width: height * uniform(0.5, 1.5), height: height, velocityX: speed * cos(direction),
      velocityY: speed * sin(direction), classIndex: Int.random(in: 0..<3, using: &generator),
      identity: newIdentity())
  }

  private mutating func move(_ wanderer: inout Wanderer, _ step: Double) {
    // Nobody walks in a straight line, and at the edges of the picture everyone turns.
    let change = 0.4 * wanderer.height * step.squareRoot()
    wanderer.velocityX += change * normal() + 3 * step * pull(wanderer.x, Self.size.width)
    wanderer.velocityY += change * normal() + 3 * step * pull(wanderer.y, Self.size.height)
    let speed = hypot(wanderer.velocityX, wanderer.velocityY)
    let slower = min(1, 1.5 * traits.speeds.upperBound * wanderer.height / max(speed, 1))
    wanderer.velocityX *= slower
    wanderer.velocityY *= slower
    wanderer.x += wanderer.velocityX * step
    wanderer.y += wanderer.velocityY * step
    if wanderer.hiddenFrames > 0 {
      wanderer.hiddenFrames -= 1
    } else if uniform(0, 1) < traits.occlusionsPerSecond * step {
      wanderer.hiddenFrames = Int.random(in: traits.occlusionFrames, using: &generator)
    }
  }

  /// How fast something is turned back to the inside of the picture.
  private func pull(_ position: Double, _ size: Double) -> Double {
    guard !traits.arePassing else { return 0 }
    let margin = 120.0
    if position < margin { return margin - position }
    return position > size - margin ? size - margin - position : 0
  }

  private mutating func frame(_ wanderers: [Wanderer], _ camera: (x: Double, y: Double), _ time: Duration) -> Frame {
    var frame = Frame(time: time, detections: [], truth: [:])
    for (index, wanderer) in wanderers.enumerated() where wanderer.hiddenFrames == 0 {
      let box = BoundingBox(
        x: wanderer.box.x + camera.x, y: wanderer.box.y + camera.y, width: wanderer.width, height: wanderer.height)
      let visible = traits.isCoveringOpaque ? visibleShare(of: index, among: wanderers) : 1
      guard visible >= 1.0 / 3 else { continue }
      frame.truth[wanderer.identity] = box
      if uniform(0, 1) < traits.missed { continue }
      let score = visible > 0.7 ? uniform(0.55, 0.95) : uniform(0.15, 0.5)
      frame.detections.append(detection(jittered(box), score, wanderer.classIndex))
    }
    // A Poisson process, in small steps.
    for _ in 0..<20 where uniform(0, 1) < traits.falseAlarms / 20 {
      let height = uniform(60, 200)
      let box = BoundingBox(
        x: uniform(0, Self.size.width), y: uniform(0, Self.size.height), width: height * uniform(0.5, 1.5),
        height: height)
      frame.detections.append(detection(box, uniform(0.2, 0.7), Int.random(in: 0..<3, using: &generator)))
    }
    frame.detections.shuffle(using: &generator)
    return frame
  }

  private func detection(_ box: BoundingBox, _ score: Double, _ classIndex: Int) -> Detection {
    Detection(label: nil, classIndex: classIndex, score: Float(score), box: box)
  }

  /// How much of an object is not covered by nearer ones, which have lower numbers: an estimate from 10 × 10 points.
  private func visibleShare(of index: Int, among wanderers: [Wanderer]) -> Double {
    let box = wanderers[index].box
    let nearer = wanderers[..<index].filter { $0.hiddenFrames == 0 }.map(\.box)
    var visible = 0
    for row in 0..<10 {
      for column in 0..<10 {
        let (x, y) = (box.x + box.width * (Double(column) + 0.5) / 10, box.y + box.height * (Double(row) + 0.5) / 10)
        let isCovered = nearer.contains { $0.x <= x && x < $0.x + $0.width && $0.y <= y && y < $0.y + $0.height }
        if !isCovered { visible += 1 }
      }
    }
    return Double(visible) / 100
  }

  /// A detector's box: each edge is off by three percent or so.
  private mutating func jittered(_ box: BoundingBox) -> BoundingBox {
    let (left, right) = (box.x + 0.03 * box.width * normal(), box.x + box.width * (1 + 0.03 * normal()))
    let (top, bottom) = (box.y + 0.03 * box.height * normal(), box.y + box.height * (1 + 0.03 * normal()))
    return BoundingBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  private mutating func uniform(_ low: Double, _ high: Double) -> Double {
    Double.random(in: low..<high, using: &generator)
  }

  /// Box and Muller's transform.
  private mutating func normal() -> Double {
    (-2 * log(1 - uniform(0, 1))).squareRoot() * cos(2 * .pi * uniform(0, 1))
  }
}
