import ArgumentParser
import Foundation
import TFLiteAnnotation
import TFLiteCLibrary
import TFLiteImageCodecs
import TFLiteVision

/// Writes the frames of a video with boxes, ids and trails into a folder, by their numbers.
struct AnnotatedFrames {
  private let folder: String
  private let inputs: ProtectedFiles
  private var trails = Trails()

  /// - Parameters:
  ///   - folder: it is made when the first frame is written.
  ///   - source: the video.
  ///   - inputs: the files that are read.
  /// - Throws: a usage error where the frames would go into one file, `ExitCode` where they cannot be written, or would be
  ///   written over a file that is read.
  init(folder: String, of source: String, inputs: [String]) throws {
    let status = try StandardError.reportingFailure(of: folder) { try FileStatus(folder) }
    if status?.isFolder != true, status != nil || folder.hasSuffix(".png") {
      throw ValidationError("The frames cannot be written to the one file \(folder); name a folder.")
    }
    try OutputFiles.checkFolder(folder)
    let protected = try StandardError.reportingFailure(of: folder) { try ProtectedFiles(inputs) }
    try StandardError.reportingFailure(of: folder) {
      if try FileStatus.isFolder(source), try FileIdentity(source) == FileIdentity(folder) {
        throw OutputProblem.folderOfFrames
      }
      // A frame may be a link into this folder, or one of these names a link to a frame.
      let names = try status == nil ? [] : FolderContents.names(in: folder)
      for name in names where Self.isName(name) {
        try protected.check((folder as NSString).appendingPathComponent(name))
      }
    }
    (self.folder, self.inputs) = (folder, protected)
  }

  private static func name(ofFrame number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  /// Whether a frame can have this name.
  private static func isName(_ name: String) -> Bool { Int(name.dropLast(4)).map(Self.name(ofFrame:)) == name }

  mutating func write(_ frame: TrackedFrame) throws {
    trails.update(frame.objects, at: frame.time)
    let picture = try frame.image.annotated(
      with: frame.objects.map(Annotation.init), trails: trails.trails(of: frame.objects))
    try FolderCreation.make(folder)
    let target = (folder as NSString).appendingPathComponent(Self.name(ofFrame: frame.number))
    try inputs.check(target)
    try picture.write(pngTo: target)
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
