import Foundation
import TFLiteImageCodecs
import TFLiteVision
import TestModels
import TestRandomness

/// Sends frames through a stream detector and prints the resident memory, in bytes, after the first tenth of them and
/// after the last: a process of its own, whose memory no other test uses.
///
///     ObjectStreamRunner MODEL FRAMES
@main
struct ObjectStreamRunner {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let frames = Int(arguments[2]), frames >= 10 else { exit(64) }
    let options = ObjectDetectorOptions()
    options.detectorModel = LocalModel(path: arguments[1])
    options.shouldEnableMultipleObjects = true
    options.shouldEnableClassification = true
    let detector = try ObjectDetector(options: options)

    var generator = SeededGenerator(seed: 1)
    var seen = 0
    var ids: Set<Int> = []
    for frame in 0..<frames {
      // Objects come and go, so that new ones are found all the time.
      let quarters = (0..<4).map { _ in [UInt8.random(in: 0...255, using: &generator), 0, 0] }
      let picture = QuarteredPicture(width: 64, height: 48, quarters: quarters)
      // Often a second passes, and all is forgotten.
      let time = Duration.milliseconds(33 * frame + 5000 * (frame / 20))
      let image = VisionImage(
        try Image(width: picture.width, height: picture.height, pixels: picture.pixels), timestamp: time)
      let objects = try detector.results(in: image)
      seen += objects.count
      if let id = objects.first?.trackingID?.intValue { ids.insert(id) }
      if frame == frames / 10 { print(residentBytes()) }
    }
    print(residentBytes())
    print(seen, ids.count)
  }

  private static func residentBytes() -> Int {
    guard let statistics = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = statistics.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
