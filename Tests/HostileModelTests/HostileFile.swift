import TFLiteSchema
import TestModels
import Testing

/// A file that a stranger could have made, and what must come of it.
struct HostileFile: CustomTestStringConvertible, Sendable {
  /// The row of the list of hostile models, an article of the module TFLite.
  let row: Int
  let name: String
  /// Where its journey ends.
  let stage: Journey.Stage
  /// What the error must speak of.
  let words: [String]
  let memoryLimit: Int?
  let bytes: @Sendable () throws -> [UInt8]

  var testDescription: String { "\(row): \(name)" }

  /// A file of any bytes.
  init(
    _ row: Int, _ name: String, _ stage: Journey.Stage, _ words: [String], memoryLimit: Int? = nil,
    bytes: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.row = row
    self.name = name
    self.stage = stage
    self.words = words
    self.memoryLimit = memoryLimit
    self.bytes = bytes
  }

  /// A sketch that is broken in one place.
  init(
    _ row: Int, _ name: String, _ stage: Journey.Stage, _ words: [String], _ sketch: ModelSketch,
    memoryLimit: Int? = nil, _ damage: @escaping @Sendable (inout ModelSketch) -> Void = { _ in }
  ) {
    self.init(row, name, stage, words, memoryLimit: memoryLimit) {
      var sketch = sketch
      damage(&sketch)
      return try sketch.model.file()
    }
  }

  /// The file of a sketch, damaged byte by byte.
  init(
    _ row: Int, _ name: String, _ stage: Journey.Stage, _ words: [String], patching sketch: ModelSketch,
    _ damage: @escaping @Sendable (inout [UInt8]) throws -> Void
  ) {
    self.init(row, name, stage, words) {
      var bytes = try sketch.model.file()
      try damage(&bytes)
      return bytes
    }
  }
}

extension [UInt8] {
  /// Where some bytes are; they must be there once.
  func position(of pattern: [UInt8]) throws -> Int {
    let places = indices.filter { self[$0...].starts(with: pattern) }
    try #require(places.count == 1, "the pattern is there \(places.count) times")
    return places[0]
  }

  func number<Number: FixedWidthInteger>(at position: Int, as type: Number.Type) -> Number {
    withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: type)) }
  }

  mutating func store(_ number: some FixedWidthInteger, at position: Int) {
    withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: position, as: type(of: number)) }
  }
}
