import Foundation
import TFLiteImageCodecs

/// The pictures that the arguments name, in their order; a folder stands for the pictures in it and below it.
struct PictureFiles {
  struct Entry: Sendable {
    let path: String
    /// Why there is no picture to be had here.
    let problem: Problem?
  }

  enum Problem: Error, CustomStringConvertible {
    case notFound
    case standardInput
    case emptyFolder
    case unreadableFolder(String)

    var description: String {
      switch self {
      case .notFound: "no such file or folder"
      case .standardInput: "pictures are read from files; standard input is one with the name /dev/stdin"
      case .emptyFolder: "the folder holds no pictures (\(ImageFormat.fileExtensions.sorted().joined(separator: ", ")))"
      case .unreadableFolder(let reason): "cannot read the folder: \(reason)"
      }
    }
  }

  let entries: [Entry]
  /// Whether the arguments can only mean one picture.
  let isSingle: Bool

  init(arguments: [String]) {
    entries = arguments.flatMap(Self.entries)
    isSingle = arguments.count == 1 && !Self.isFolder(arguments[0])
  }

  static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
  }

  private static func entries(_ path: String) -> [Entry] {
    guard FileManager.default.fileExists(atPath: path) else {
      return [Entry(path: path, problem: path == "-" ? .standardInput : .notFound)]
    }
    guard isFolder(path) else { return [Entry(path: path, problem: nil)] }
    let names: [String]
    do {
      names = try FileManager.default.subpathsOfDirectory(atPath: path)
    } catch {
      return [Entry(path: path, problem: .unreadableFolder(error.localizedDescription))]
    }
    let pictures = names.filter { ImageFormat.fileExtensions.contains(($0 as NSString).pathExtension.lowercased()) }
      .sorted()
    guard !pictures.isEmpty else { return [Entry(path: path, problem: .emptyFolder)] }
    return pictures.map { Entry(path: (path as NSString).appendingPathComponent($0), problem: nil) }
  }
}
