import Foundation
import TFLiteCLibrary

/// Which file or folder a path leads to, whatever links are on the way.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  /// Whether it is neither a folder nor something like a pipe, which takes several outputs one after the other.
  let isOrdinary: Bool

  /// nil where the path leads to nothing.
  init?(_ path: String) throws(FileStatusError) {
    guard let status = try FileStatus(path) else { return nil }
    (device, number, isOrdinary) = (status.device, status.number, status.isOrdinary)
  }

  /// Whether a file lies in this folder or below it, by its path or by that to which links have led.
  func holds(_ path: String) throws(FileStatusError) -> Bool {
    let folder = (path as NSString).deletingLastPathComponent
    let unlinked = try FileStatus.pathWithoutLinks(folder.isEmpty ? "." : folder).map { folder in
      (folder as NSString).appendingPathComponent((path as NSString).lastPathComponent)
    }
    for place in [unlinked, try FileStatus.pathWithoutLinks(path)].compactMap(\.self) {
      if try isAbove(place) { return true }
    }
    return false
  }

  /// Whether one of the folders of an absolute path is this one.
  private func isAbove(_ path: String) throws(FileStatusError) -> Bool {
    var place = path
    while place != "/", !place.isEmpty {
      place = (place as NSString).deletingLastPathComponent
      if try FileIdentity(place) == self { return true }
    }
    return false
  }
}
