import Foundation
import TFLiteCLibrary
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
    case unreadable(String)
    case unreadableFolder(String)

    var description: String {
      switch self {
      case .notFound: "no such file or folder"
      case .standardInput: "pictures are read from files; standard input is one with the name /dev/stdin"
      case .emptyFolder: "the folder holds no pictures (\(ImageFormat.fileExtensions.sorted().joined(separator: ", ")))"
      case .unreadable(let reason): "cannot be read: \(reason)"
      case .unreadableFolder(let reason): "cannot read the folder: \(reason)"
      }
    }
  }

  let entries: [Entry]
  /// Whether the arguments can only mean one picture.
  let isSingle: Bool

  init(arguments: [String]) {
    // Looked at once: whether one picture is meant must not be another answer than which ones are.
    let found = arguments.map(Self.found)
    entries = found.flatMap { $0.entries }
    isSingle = found.count == 1 && !found[0].isFolder
  }

  private static func found(_ path: String) -> (entries: [Entry], isFolder: Bool) {
    do throws(FileStatusError) {
      guard let status = try FileStatus(path) else {
        return ([Entry(path: path, problem: path == "-" ? .standardInput : .notFound)], false)
      }
      guard status.isFolder else { return ([Entry(path: path, problem: nil)], false) }
      return (entries(inFolder: path), true)
    } catch {
      return ([Entry(path: path, problem: .unreadable(error.reason))], false)
    }
  }

  private static func entries(inFolder path: String) -> [Entry] {
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
