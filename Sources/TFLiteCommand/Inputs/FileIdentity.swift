import Foundation

/// Which file or folder a path leads to, whatever links are on the way.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  /// Whether it is neither a folder nor something like a pipe, which takes several outputs one after the other.
  let isOrdinary: Bool

  /// nil where the path leads to nothing.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    isOrdinary = status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a file lies in this folder or below it, by its path or by that to which links have led.
  func holds(_ path: String) -> Bool {
    let folder = (path as NSString).deletingLastPathComponent
    let unlinked = Self.withoutLinks(folder.isEmpty ? "." : folder).map { folder in
      (folder as NSString).appendingPathComponent((path as NSString).lastPathComponent)
    }
    return [unlinked, Self.withoutLinks(path)].compactMap(\.self).contains { isAbove($0) }
  }

  /// Whether one of the folders of an absolute path is this one.
  private func isAbove(_ path: String) -> Bool {
    var place = path
    while place != "/", !place.isEmpty {
      place = (place as NSString).deletingLastPathComponent
      if FileIdentity(place) == self { return true }
    }
    return false
  }

  /// The absolute path; nil where a path leads to nothing.
  private static func withoutLinks(_ path: String) -> String? {
    guard let absolute = realpath(path, nil) else { return nil }
    defer { free(absolute) }
    return String(cString: absolute)
  }
}
