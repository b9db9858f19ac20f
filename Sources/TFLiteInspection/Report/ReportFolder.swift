import Foundation
import TFLiteImageCodecs

/// The folder of a report while it is written.
struct ReportFolder {
  private let path: String

  private static let assets: [(name: String, bytes: [UInt8])] = [
    ("index.html", PackageResources.index_html), ("report.css", PackageResources.report_css),
    ("report.js", PackageResources.report_js),
  ]
  /// What every report has, and hardly any other folder.
  private static let marks = ["index.html", "report.js", "data.js"]

  /// Writes a report beside its place, and puts it there when it is whole.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``, what `body` throws.
  static func replace(_ path: String, _ body: (ReportFolder) throws -> Void) throws {
    let files = FileManager.default
    let (place, isReplacing) = try checkedPlace(path)
    let suffix = ".tflite-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let folder = ReportFolder(path: place + suffix)
    do {
      try folder.inFolder {
        try files.createDirectory(atPath: folder.path + "/images", withIntermediateDirectories: true)
      }
      for asset in assets { try folder.write(asset.bytes, asset.name) }
      try body(folder)
      try folder.inFolder {
        if isReplacing { try files.removeItem(atPath: place) }
        try files.moveItem(atPath: folder.path, toPath: place)
      }
    } catch {
      try? files.removeItem(atPath: folder.path)
      if case InspectionError.cannotWrite(_, let reason) = error {
        throw InspectionError.cannotWrite(path: path, reason: reason)
      }
      throw error
    }
  }

  /// Finds out whether a report can be put into a place. Changes nothing.
  ///
  /// - Returns: the path, and whether something is there that is replaced.
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``.
  static func checkedPlace(_ path: String) throws(InspectionError) -> (path: String, isReplacing: Bool) {
    var place = path
    while place.count > 1, place.hasSuffix("/") { place.removeLast() }
    let isReplacing = FileManager.default.fileExists(atPath: place)
    if isReplacing, !isReplaceable(place) {
      throw .cannotWrite(path: path, reason: "there is something else that is no report")
    }
    let parent = (place as NSString).deletingLastPathComponent
    do { try OutputFile.checkFolder(parent.isEmpty ? "." : parent) } catch {
      guard case .cannotWrite(_, let reason) = error else { throw error }
      throw .cannotWrite(path: path, reason: reason)
    }
    return (place, isReplacing)
  }

  /// An empty folder, or an older report.
  private static func isReplaceable(_ path: String) -> Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return false }
    return names.isEmpty || Set(names).isSuperset(of: marks)
  }

  func write(_ bytes: [UInt8], _ name: String) throws(InspectionError) {
    try OutputFile.write(bytes, to: path + "/" + name)
  }

  /// Writes a picture into the folder `images`.
  ///
  /// - Returns: its name for the page.
  func writePicture(_ image: Image, _ name: String) throws -> String {
    try write(image.pngEncoded(), "images/" + name)
    return "images/" + name
  }

  /// Turns an error of the file system into one that names the folder.
  private func inFolder(_ body: () throws -> Void) throws(InspectionError) {
    do {
      try body()
    } catch {
      throw .cannotWrite(path: path, reason: error.localizedDescription)
    }
  }
}
