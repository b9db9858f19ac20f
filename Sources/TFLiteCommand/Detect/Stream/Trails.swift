import TFLiteAnnotation
import TFLiteVision

/// The ways that objects took in the last two seconds.
struct Trails {
  private var ways: [Int: [(time: Duration, point: Trail.Point)]] = [:]
  private static let length = Duration.seconds(2)

  /// Takes the next frame.
  mutating func update(_ objects: [TrackedObject], at time: Duration) {
    for object in objects {
      let box = object.detection.box
      ways[object.id, default: []].append((time, Trail.Point(x: box.x + box.width / 2, y: box.y + box.height / 2)))
    }
    for (id, way) in ways {
      let recent = way.filter { time - $0.time <= Self.length }
      ways[id] = recent.isEmpty ? nil : recent
    }
  }

  /// Of the objects that are in the frame.
  func trails(of objects: [TrackedObject]) -> [Trail] {
    objects.map { Trail(points: (ways[$0.id] ?? []).map(\.point), colorIndex: $0.id) }
  }
}
