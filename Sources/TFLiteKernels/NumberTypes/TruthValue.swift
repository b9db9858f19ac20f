import TFLiteSchema

/// A stored truth value: any byte but 0 is true, so that no byte of a file is a bad one.
struct TruthValue: Comparable, Sendable, BitwiseCopyable {
  let byte: UInt8

  var isTrue: Bool { byte != 0 }

  init(_ isTrue: Bool) { byte = isTrue ? 1 : 0 }

  static func == (left: TruthValue, right: TruthValue) -> Bool { left.isTrue == right.isTrue }
  static func < (left: TruthValue, right: TruthValue) -> Bool { !left.isTrue && right.isTrue }
}
