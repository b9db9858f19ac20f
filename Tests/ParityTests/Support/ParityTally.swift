import Foundation
import TFLiteSchema

/// What the comparison of the two engines on many generated models comes to.
struct ParityTally {
  var accepted = 0
  var refused = 0
  var elements = 0
  var differing = 0
  /// What went wrong, one text for each case.
  var failures: [String] = []
  /// The cases that the reference alone refuses, likewise.
  var refusedByReference: [String] = []

  private var saturated = 0
  private var distinctValues: Set<UInt64> = []

  var distinct: Int { distinctValues.count }
  var saturatedShare: Double { elements == 0 ? 0 : Double(saturated) / Double(elements) }

  /// Counts what is the same and what is not in one output of both engines.
  ///
  /// - Returns: a text about the first difference, or nil where there is none.
  mutating func compare(
    reference: EngineOutput, ours: EngineOutput, sketch: TensorSketch, activation: ActivationFunctionType,
    elements written: [Int]?
  ) -> String? {
    guard reference.shape == ours.shape, reference.bytes.count == ours.bytes.count else {
      return "shape \(ours.shape) instead of \(reference.shape)"
    }
    let size = max(1, (sketch.type.bitWidth ?? 8) / 8)
    let kind = sketch.scales.isEmpty ? nil : Quantized8.allCases.first { $0.tensorType == sketch.type }
    let bounds = kind.map {
      activation.storedBounds($0.range, scale: sketch.scales[0], zeroPoint: sketch.zeroPoints[0])
    }
    var first: String?
    for element in written ?? Array(0..<reference.bytes.count / size) {
      let bytes = element * size..<(element + 1) * size
      let (expected, found) = (reference.bytes[bytes], ours.bytes[bytes])
      elements += 1
      distinctValues.insert(expected.reversed().reduce(0) { $0 << 8 | UInt64($1) })
      if let kind, let bounds, let byte = expected.first {
        let value = kind.value(byte)
        if value <= bounds.lowerBound || value >= bounds.upperBound { saturated += 1 }
      }
      guard expected != found else { continue }
      differing += 1
      if first == nil {
        let text = { (bytes: ArraySlice<UInt8>) in Self.text(bytes, type: sketch.type) }
        first = "element \(element) of \(reference.shape) is \(text(found)) instead of \(text(expected))"
      }
    }
    return first
  }

  private static func text(_ bytes: ArraySlice<UInt8>, type: TensorType) -> String {
    let raw = Array(bytes)
    switch type {
    case .uint8: return "\(raw[0])"
    case .int8: return "\(Int8(bitPattern: raw[0]))"
    case .float32: return "\(raw.withUnsafeBytes { $0.loadUnaligned(as: Float.self) })"
    default: return "0x" + raw.reversed().map { String(format: "%02x", $0) }.joined()
    }
  }

  /// One line with every count.
  func line(_ row: ParityRow, seed: UInt64) -> String {
    func right(_ value: Int, _ width: Int) -> String {
      let text = "\(value)"
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return "parity by operator " + padded(row.operatorName, 29) + padded(row.typeName, 30)
      + "accepted \(right(accepted, 5))  refused \(right(refused, 4))  elements \(right(elements, 8))  "
      + "distinct \(right(distinct, 6))  saturated \(String(format: "%4.1f", 100 * saturatedShare)) %  "
      + "differing \(right(differing, 1))  seed \(seed)"
  }
}

/// The text, filled up with spaces to a width.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
