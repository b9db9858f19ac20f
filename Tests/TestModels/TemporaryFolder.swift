import Foundation

/// A folder that is there as long as the value.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("tflite-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func path(_ name: String) -> String { path + "/" + name }

  /// All files in the folder and below it, by their paths in it, and what is in them.
  package func contents() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder) && !isFolder.boolValue
    }
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: path($0)))) })
  }

  /// Writes a file, in a folder of its own if the name has one.
  ///
  /// - Returns: its path.
  @discardableResult
  package func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let file = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }
}
