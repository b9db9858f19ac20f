import Foundation
import TFLiteSchema

/// A model in a folder that is there as long as the value.
final class ModelFile: Sendable {
  let folder: URL
  let path: String

  init(_ model: Model) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("model.tflite")
    try Data(model.serialized()).write(to: file)
    path = file.path
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
