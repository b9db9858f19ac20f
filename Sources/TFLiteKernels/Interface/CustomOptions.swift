import TFLiteFlatBuffers
import TFLiteSchema

/// The options of a custom operator that keeps them in a FlexBuffers map.
struct CustomOptions {
  private let identity: OperatorIdentity
  private let map: FlexBufferValue

  init(_ context: OperatorContext) throws(KernelError) {
    identity = context.identity
    map = try context.customOptionsMap()
  }

  /// A whole number, whose fraction is cut off where there is one.
  func integer(_ key: String, in range: ClosedRange<Int> = Int(Int32.min)...Int(Int32.max)) throws(KernelError) -> Int {
    try integer(map[key], key, in: range)
  }

  /// The whole numbers of a list.
  func integers(_ key: String, in range: ClosedRange<Int>) throws(KernelError) -> [Int] {
    guard case .vector(let values)? = map[key] else { throw unfit(key, nil, expected: "a list of numbers") }
    var numbers: [Int] = []
    for value in values { numbers.append(try integer(value, key, in: range)) }
    return numbers
  }

  func number(_ key: String) throws(KernelError) -> Float {
    guard let value = map[key]?.doubleValue else { throw unfit(key, nil, expected: "a number") }
    return Float(value)
  }

  /// False where nothing is said.
  func flag(_ key: String) -> Bool { map[key]?.boolValue ?? false }

  /// nil where nothing is said.
  func text(_ key: String) -> String? { map[key]?.stringValue }

  func has(_ key: String) -> Bool { map[key] != nil }

  private func integer(
    _ value: FlexBufferValue?, _ key: String, in range: ClosedRange<Int>
  ) throws(KernelError) -> Int {
    let expected = "\(range.lowerBound) to \(range.upperBound)"
    guard let number = value?.doubleValue else { throw unfit(key, nil, expected: expected) }
    let whole = number.rounded(.towardZero)
    guard whole >= Double(range.lowerBound), whole <= Double(range.upperBound) else {
      throw unfit(key, number, expected: expected)
    }
    return Int(whole)
  }

  private func unfit(_ key: String, _ found: Double?, expected: String) -> KernelError {
    let found = found.map { "\($0)" } ?? (has(key) ? "another value" : "absent")
    return .option(identity, name: key, found: found, expected: expected)
  }
}

extension OperatorContext {
  /// The options of a custom operator that keeps them in a FlexBuffers map.
  func customOptionsMap() throws(KernelError) -> FlexBufferValue {
    let root: FlexBufferValue
    do {
      root = try FlexBufferValue(decoding: customOptions)
    } catch {
      throw .option(identity, name: "custom_options", found: "\(error)", expected: "a FlexBuffers map")
    }
    guard case .map = root else {
      throw .option(identity, name: "custom_options", found: "another value", expected: "a FlexBuffers map")
    }
    return root
  }

  /// The options of a custom operator that keeps them as a structure of C, all of whose fields have 32 bits: its first
  /// fields.
  func customOptionsFields(_ count: Int) throws(KernelError) -> [Int32] {
    guard let fields = customOptions.fields(count) else {
      throw .option(
        identity, name: "custom_options", found: "\(customOptions.count) bytes", expected: "at least \(4 * count)")
    }
    return fields
  }

  /// The padding that a field of such a structure holds.
  ///
  /// Source: `tflite/core/c/builtin_op_data.h`, TfLitePadding.
  func padding(field value: Int32) throws(KernelError) -> Padding {
    switch value {
    case 1: return .same
    case 2: return .valid
    default: throw .option(identity, name: "padding", found: "\(value)", expected: "1 (SAME) or 2 (VALID)")
    }
  }
}

extension ByteSlice {
  /// The first fields of a structure of C, all of whose fields have 32 bits; nil where it has fewer.
  func fields(_ count: Int) -> [Int32]? {
    guard self.count >= 4 * count else { return nil }
    return withUnsafeBytes { bytes in
      (0..<count).map { Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)) }
    }
  }
}
