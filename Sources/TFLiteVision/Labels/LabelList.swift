import Foundation
import TFLiteModelManager

/// The names of a model's classes.
public struct LabelList: Equatable, Sendable {
  /// One name a line, in the order of the classes, possibly with one for the background in front.
  public let names: [String]

  /// Takes names as they are.
  public init(names: [String]) {
    self.names = names
  }

  /// Takes one name from each line; empty lines at the end do not count.
  ///
  /// Some published files hold Python byte literals (`b'Cheese'`); their quotation is taken off.
  public init(lines: [String]) {
    var names = lines.map { Self.unquoted($0[...]) }
    while names.last == "" { names.removeLast() }
    self.names = names
  }

  /// Reads a file with one name a line.
  ///
  /// - Throws: ``VisionError/unreadableLabels(path:reason:)`` when the file cannot be read, is not UTF-8, is empty or
  ///   has more than 16 MiB.
  public init(contentsOfFile path: String) throws(VisionError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .unreadableLabels(path: path, reason: "no such file")
    }
    guard !isFolder.boolValue else {
      throw .unreadableLabels(path: path, reason: "it is a folder; a file with one name a line is expected")
    }
    let bytes: Data
    do {
      bytes = try ReadableText.bytes(of: URL(fileURLWithPath: path))
    } catch {
      throw .unreadableLabels(path: path, reason: error.localizedDescription)
    }
    guard let text = String(data: bytes, encoding: .utf8) else {
      throw .unreadableLabels(path: path, reason: "it is not UTF-8 text")
    }
    self.init(lines: text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init))
    guard !names.isEmpty else { throw .unreadableLabels(path: path, reason: "it is empty") }
  }

  /// The name of a class.
  ///
  /// - Parameters:
  ///   - index: the class, from 0, without the background.
  ///   - classCount: how many classes the model has; nil where that is unknown.
  /// - Returns: nil for a class beyond the list.
  public func name(of index: Int, classCount: Int?) -> String? {
    let position = index + (hasBackground(classCount: classCount) ? 1 : 0)
    return names.indices.contains(position) ? names[position] : nil
  }

  /// - Throws: ``VisionError/tooFewLabels(count:classes:)``.
  func check(classCount: Int?) throws(VisionError) {
    guard let classCount, names.count < classCount else { return }
    throw .tooFewLabels(count: names.count, classes: classCount)
  }

  /// Whether the first name stands for the background: the list has one name too many, and it begins with a placeholder.
  private func hasBackground(classCount: Int?) -> Bool {
    guard let classCount, names.count - 1 == classCount, let first = names.first else { return false }
    return first == "???" || first.lowercased() == "background"
  }

  private static func unquoted(_ line: Substring) -> String {
    let line = line.trimmingSpaces()
    for quote in ["'", "\""] where line.hasPrefix("b" + quote) && line.hasSuffix(quote) && line.count >= 3 {
      return String(line.dropFirst(2).dropLast())
    }
    return String(line)
  }
}

extension Substring {
  fileprivate func trimmingSpaces() -> Substring {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...end]
  }
}
