import ArgumentParser
import Foundation
import TFLiteAnnotation
import TFLiteVision

/// Writes pictures with their boxes: one to a file, or many into a folder.
final class AnnotatedPictures {
  private let path: String
  private let isFolder: Bool
  private var takenNames: Set<String> = []

  /// - Throws: a usage error where many pictures would go into one file.
  init(path: String, for files: PictureFiles) throws {
    self.path = path
    isFolder = !files.isSingle || PictureFiles.isFolder(path) || path.hasSuffix("/")
    if isFolder, path.lowercased().hasSuffix(".png"), !PictureFiles.isFolder(path) {
      throw ValidationError("Several pictures cannot be written to the one file \(path); name a folder.")
    }
  }

  func write(_ outcome: PictureOutcome<DetectionResult>, for source: String) throws {
    let annotations = outcome.result.detections.map(Annotation.init)
    let picture = try outcome.image.annotated(with: annotations)
    if isFolder {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    try picture.write(pngTo: isFolder ? (path as NSString).appendingPathComponent(name(for: source)) : path)
  }

  /// The source's name with the extension png; numbered where two sources differ in folder or extension only.
  private func name(for source: String) -> String {
    let base = ((source as NSString).lastPathComponent as NSString).deletingPathExtension
    var name = base + ".png"
    var number = 2
    while !takenNames.insert(name).inserted {
      name = "\(base)-\(number).png"
      number += 1
    }
    return name
  }
}

extension Annotation {
  init(_ detection: Detection) {
    let name = detection.label ?? "class \(detection.classIndex)"
    self.init(
      x: detection.box.x, y: detection.box.y, width: detection.box.width, height: detection.box.height,
      label: "\(name) \(Double(detection.score).formatted(fractionDigits: 2))", colorIndex: detection.classIndex)
  }
}
