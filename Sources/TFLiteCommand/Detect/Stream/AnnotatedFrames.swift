import ArgumentParser
import Foundation
import TFLiteAnnotation
import TFLiteImageCodecs
import TFLiteVision

/// Writes the frames of a video with boxes, ids and trails into a folder, by their numbers.
struct AnnotatedFrames {
  private let folder: String
  private var trails = Trails()

  /// - Throws: a usage error where the frames would go into one file.
  init(folder: String) throws {
    if !PictureFiles.isFolder(folder), FileManager.default.fileExists(atPath: folder) || folder.hasSuffix(".png") {
      throw ValidationError("The frames cannot be written to the one file \(folder); name a folder.")
    }
    try OutputFiles.checkFolder(folder)
    self.folder = folder
  }

  mutating func write(_ frame: TrackedFrame) throws {
    trails.update(frame.objects, at: frame.time)
    let picture = try frame.image.annotated(
      with: frame.objects.map(Annotation.init), trails: trails.trails(of: frame.objects))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let digits = String(frame.number)
    let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
    try picture.write(pngTo: (folder as NSString).appendingPathComponent(name))
  }
}

extension Annotation {
  /// An object keeps its color as it keeps its id.
  fileprivate init(_ object: TrackedObject) {
    self.init(object.detection)
    label = "#\(object.id) \(label)"
    colorIndex = object.id
  }
}
