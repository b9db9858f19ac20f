import ArgumentParser
import Foundation
import TFLiteAnnotation
import TFLiteCLibrary
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteVision

/// Writes pictures with their boxes: one to a file, or many into a folder; from any thread.
struct AnnotatedPictures: Sendable {
  private let path: String
  private let isFolder: Bool
  private let inputs: ProtectedFiles
  /// In a folder: the sources' names with the extension png, numbered where they differ in folder or extension only.
  private let names: [String]

  /// - Parameter others: what is read besides the pictures.
  /// - Throws: a usage error where many pictures would go into one file, `ExitCode` where the file cannot be written.
  init(path: String, for files: PictureFiles, besides others: [String]) throws {
    self.path = path
    let sources = files.entries.map(\.path)
    let isThere: Bool
    (inputs, isThere) = try StandardError.reportingFailure(of: path) {
      (try ProtectedFiles(sources + others), try FileStatus.isFolder(path))
    }
    isFolder = !files.isSingle || isThere || path.hasSuffix("/")
    if isFolder, path.lowercased().hasSuffix(".png"), !isThere {
      throw ValidationError("Several pictures cannot be written to the one file \(path); name a folder.")
    }
    let kind = (path as NSString).pathExtension.lowercased()
    if !isFolder, ImageFormat.fileExtensions.subtracting(["png"]).contains(kind) {
      throw ValidationError("The picture is written as PNG: name the file .png, not .\(kind).")
    }
    var taken: Set<String> = []
    names = sources.map { source in
      let base = ((source as NSString).lastPathComponent as NSString).deletingPathExtension
      var name = base + ".png"
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(base)-\(number).png"
        number += 1
      }
      return name
    }
    if isFolder {
      try OutputFiles.checkFolder(path)
    } else {
      try StandardError.reportingFailure(of: path) { try inputs.check(path) }
    }
  }

  /// - Parameter number: the place of the source among all files.
  func write(_ image: Image, _ annotations: [Annotation], number: Int) throws {
    let picture = try image.annotated(with: annotations)
    if isFolder {
      try FolderCreation.make(path)
    }
    let target = isFolder ? (path as NSString).appendingPathComponent(names[number]) : path
    try inputs.check(target)
    try picture.write(pngTo: target)
  }
}

extension Annotation {
  init(_ detection: Detection) {
    let name = detection.label ?? "class \(detection.classIndex)"
    self.init(
      x: detection.box.x, y: detection.box.y, width: detection.box.width, height: detection.box.height,
      label: "\(name) \(Double(detection.score).formatted(fractionDigits: 2))", colorIndex: detection.classIndex,
      points: detection.keypoints.map { Annotation.Point(x: $0.x, y: $0.y) })
  }
}
