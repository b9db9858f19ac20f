import TFLiteInspection
import TFLiteVision

/// A line of JSON for each frame on standard output, as soon as the frame is done.
struct FrameReport {
  /// - Throws: when standard output cannot be written.
  func add(_ frame: TrackedFrame) throws { try write(FrameRecord(frame)) }

  /// - Throws: when standard output cannot be written.
  func add(failure: String, ofFrame number: Int?) throws {
    try write(FrameFailureRecord(frame: number, error: failure))
  }

  private func write(_ record: some Encodable) throws {
    // Every value is a string or a finite number, which JSON can always hold.
    guard let text = try? JSONText.of(record, isPretty: false) else { return }
    print(text)
    try StandardOutput.finish()
  }
}

private struct FrameFailureRecord: Encodable {
  let frame: Int?
  let error: String
}

private struct FrameRecord: Encodable {
  let frame: Int
  let timestamp: Double
  let width: Int
  let height: Int
  let objects: [ObjectRecord]

  init(_ tracked: TrackedFrame) {
    frame = tracked.number
    timestamp = (tracked.time / .seconds(1)).rounded(toDigits: 6)
    width = tracked.image.width
    height = tracked.image.height
    objects = tracked.objects.map(ObjectRecord.init)
  }
}

private struct ObjectRecord: Encodable {
  let object: TrackedObject

  func encode(to encoder: any Encoder) throws {
    try DetectionRecord(object.detection).encode(to: encoder)
    try encoder.write([
      "id": object.id,
      "seen": object.detectionIndex != nil,
    ])
  }
}
