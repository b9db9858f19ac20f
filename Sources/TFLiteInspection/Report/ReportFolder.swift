import Foundation
import TFLiteCLibrary
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
  /// What lies in a report beside its folder of pictures.
  private static let files = Set(assets.map { $0.name }).union(marks)
  private static let pictures = "images"

  /// Writes a report beside its place, and puts it there when it is whole.
  ///
  /// - Throws: ``InspectionError/cannotWrite(path:reason:)``, what `body` throws. What was there is as it was then.
  static func replace(_ path: String, _ body: (ReportFolder) throws -> Void) throws {
    let place = try checkedPlace(path).path
    let suffix = ".tflite-" + String(UInt64.random(in: .min ... .max), radix: 36)
    let folder = ReportFolder(path: place + suffix)
    do {
      try folder.make()
      for asset in assets { try folder.write(asset.bytes, asset.name) }
      try body(folder)
      // Meanwhile, somebody may have put something else there.
      try folder.move(to: place, isReplacing: checkedPlace(path).isReplacing)
    } catch {
      folder.remove()
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
    let isReplacing: Bool
    let reason: String?
    do throws(FileStatusError) {
      isReplacing = try FileStatus(place) != nil
      reason = try isReplacing ? obstacle(in: place) : nil
    } catch {
      throw .cannotWrite(path: path, reason: "it is not known what is there: \(error)")
    }
    if let reason { throw .cannotWrite(path: path, reason: reason) }
    let parent = (place as NSString).deletingLastPathComponent
    do { try OutputFile.checkFolder(parent.isEmpty ? "." : parent) } catch {
      guard case .cannotWrite(_, let reason) = error else { throw error }
      throw .cannotWrite(path: path, reason: reason)
    }
    return (place, isReplacing)
  }

  /// Why a folder must not be replaced: only an empty one may be, or one with nothing but what reports consist of.
  private static func obstacle(in folder: String) throws(FileStatusError) -> String? {
    let general = "there is something else that is no report"
    guard try FileStatus.isFolder(folder) else { return general }
    let names = try FolderContents.names(in: folder)
    if names.isEmpty { return nil }
    if let name = try foreignName(among: names, in: folder) { return "\(general): \(name)" }
    return Set(names).isSuperset(of: marks) ? nil : general
  }

  /// What is no part of a report.
  private static func foreignName(among names: [String], in folder: String) throws(FileStatusError) -> String? {
    func isFile(_ name: String) throws(FileStatusError) -> Bool {
      try FileStatus(folder + "/" + name)?.isFolder == false
    }
    for name in names {
      if files.contains(name), try isFile(name) { continue }
      guard name == pictures, try FileStatus.isFolder(folder + "/" + name) else { return name }
      for inside in try FolderContents.names(in: folder + "/" + name).map({ pictures + "/" + $0 }) {
        guard isPicture(inside), try isFile(inside) else { return inside }
      }
    }
    return nil
  }

  /// Whether a report may have a picture of this name: ``Report`` and ``OperatorPages`` choose them.
  private static func isPicture(_ name: String) -> Bool {
    name.wholeMatch(of: /images\/(input|detections|op[0-9]+_out[0-9]+(_channels|_difference)?)\.png/) != nil
  }

  // MARK: The folder itself

  /// Makes the folder and the one for pictures in it, and those above it that are missing.
  private func make() throws(InspectionError) {
    let parent = (path as NSString).deletingLastPathComponent
    if !parent.isEmpty {
      do throws(FileStatusError) { try FolderCreation.make(parent) } catch {
        throw .cannotWrite(path: path, reason: error.reason)
      }
    }
    let result = TemporaryPaths.change { paths in
      guard mkdir(path, 0o777) == 0 else { return -1 }
      paths.insert(path)
      return mkdir(path + "/" + Self.pictures, 0o777)
    }
    guard result == 0 else { throw systemError() }
  }

  /// Puts the folder into its place. What was there is removed when that has succeeded, and else is there again; where not
  /// even that can be done, the error says where it is.
  private func move(to place: String, isReplacing: Bool) throws(InspectionError) {
    let old = path + ".old"
    var isLeft = false
    let result = TemporaryPaths.change { paths in
      if isReplacing, rename(place, old) != 0 { return -1 }
      guard rename(path, place) == 0 else {
        let code = errno
        isLeft = isReplacing && rename(old, place) != 0
        errno = code
        return -1
      }
      paths.remove(path)
      if isReplacing { paths.insert(old) }
      return 0
    }
    guard result == 0 else { throw systemError(isLeft ? "; what was there is now \(old)" : "") }
    // The new one is in its place, whatever becomes of the old one.
    if isReplacing { ReportFolder(path: old).remove() }
  }

  private func remove() {
    try? FileManager.default.removeItem(atPath: path)
    TemporaryPaths.change { paths in
      paths.remove(path)
      return 0
    }
  }

  private func systemError(_ consequence: String = "") -> InspectionError {
    .cannotWrite(path: path, reason: String(cString: strerror(errno)) + consequence)
  }

  func write(_ bytes: [UInt8], _ name: String) throws(InspectionError) {
    try OutputFile.write(bytes, to: path + "/" + name)
  }

  /// Writes a picture into the folder for pictures.
  ///
  /// - Returns: its name for the page.
  func writePicture(_ image: Image, _ name: String) throws -> String {
    try write(image.pngEncoded(), Self.pictures + "/" + name)
    return Self.pictures + "/" + name
  }
}
