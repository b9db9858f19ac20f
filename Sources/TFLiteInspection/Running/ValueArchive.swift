import Foundation
import TFLiteSchema

/// The values of a run or a trace as one file: an NPZ archive with an array for each tensor and `index.json`, which
/// says for each array what it is.
struct ValueArchive {
  private var archive = NPZArchive()
  private var index: [String: TensorRecord] = [:]

  mutating func add(_ values: TensorValues, _ record: TensorRecord, named name: String) throws(InspectionError) {
    try archive.add(values, named: name)
    index[name] = record
  }

  /// The file.
  ///
  /// - Throws: ``InspectionError/invalidNPZ(reason:)`` beyond 4 GB.
  func encoded() throws -> [UInt8] {
    var complete = archive
    try complete.add(text: JSONText.of(index), fileNamed: "index.json")
    return try complete.encoded()
  }
}
