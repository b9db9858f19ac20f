import TFLiteImageCodecs
import TestModels
import TestRandomness

@testable import TFLiteVision

/// A large picture with small objects at known places.
struct SmallObjectScene {
  struct Object {
    let label: String
    let box: BoundingBox
  }

  private(set) var picture: Image
  private(set) var objects: [Object] = []

  /// A gray canvas, a little uneven.
  init(width: Int, height: Int, random: inout SeededGenerator) throws {
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    for index in 0..<width * height {
      let gray = UInt8(150 + 50 * (index / width) / height + Int(random.next() & 7))
      for channel in 0..<3 { pixels[3 * index + channel] = gray }
    }
    picture = try Image(width: width, height: height, pixels: pixels)
  }

  /// The picture that comes with the package, at a place of a larger one.
  static func sample(inWidth width: Int, height: Int, x: Int, y: Int) throws -> SmallObjectScene {
    var random = SeededGenerator(seed: 24)
    var scene = try SmallObjectScene(width: width, height: height, random: &random)
    let sample = try Image(contentsOfFile: SampleCodes.picturePath)
    try scene.paste(sample, x: x, y: y)
    scene.objects = try SampleCodes.codes().map { code in
      Object(
        label: code.label,
        box: BoundingBox(
          x: code.box.x + Double(x), y: code.box.y + Double(y), width: code.box.width, height: code.box.height))
    }
    return scene
  }

  /// Puts a part of a photograph into the picture, with an object in it.
  mutating func paste(_ part: Image, x: Int, y: Int, object: Object? = nil) throws {
    for row in 0..<part.height {
      let at = ((y + row) * picture.width + x) * 3
      let line = part.width * 3
      picture.pixels.replaceSubrange(at..<at + line, with: part.pixels[row * line..<(row + 1) * line])
    }
    if let object { objects.append(object) }
  }

  /// How many objects are among detections, with their class and half of their area, and how many detections are none.
  func score(_ detections: [Detection]) -> (found: Int, wrong: Int) {
    var left = objects
    var wrong = 0
    for detection in detections {
      let match = left.firstIndex {
        $0.label == detection.label && $0.box.intersectionOverUnion(with: detection.box) >= 0.5
      }
      if let match { left.remove(at: match) } else { wrong += 1 }
    }
    return (objects.count - left.count, wrong)
  }
}
