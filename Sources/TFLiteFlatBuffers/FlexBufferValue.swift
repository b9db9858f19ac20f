/// A value of a FlexBuffer: data that describes itself.
///
/// Custom operators keep their options as a FlexBuffers map. How a number was stored (its width, inline or not, in a
/// typed vector or not) is no part of the value.
public enum FlexBufferValue: Equatable, Sendable {
  /// No value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A signed integer.
  case int(Int64)
  /// An unsigned integer.
  case uint(UInt64)
  /// A floating point number.
  case float(Double)
  /// Text. Keys outside of maps are read as text too.
  case string(String)
  /// Bytes.
  case blob(ByteSlice)
  /// A list of values.
  case vector([FlexBufferValue])
  /// Values by name.
  case map([String: FlexBufferValue])

  /// The value with the name `key`, if this is a map that has one.
  public subscript(key: String) -> FlexBufferValue? {
    guard case .map(let values) = self else { return nil }
    return values[key]
  }

  /// A number that is an integer, or a truth value as 0 or 1; nil for everything else.
  public var integerValue: Int64? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .int(let value): value
    case .uint(let value): Int64(exactly: value)
    case .float(let value): Int64(exactly: value)
    default: nil
    }
  }

  /// A number, or a truth value as 0 or 1; nil for everything else.
  public var doubleValue: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }

  /// A truth value, or whether a number is not 0; nil for everything else.
  public var boolValue: Bool? {
    switch self {
    case .bool(let value): value
    case .int(let value): value != 0
    case .uint(let value): value != 0
    case .float(let value): value != 0
    default: nil
    }
  }

  /// Text; nil for everything else.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }
}

/// The type numbers of the FlexBuffers format.
enum FlexBufferType: UInt8 {
  case null = 0
  case int = 1
  case uint = 2
  case float = 3
  case key = 4
  case string = 5
  case indirectInt = 6
  case indirectUInt = 7
  case indirectFloat = 8
  case map = 9
  case vector = 10
  case vectorInt = 11
  case vectorUInt = 12
  case vectorFloat = 13
  case vectorKey = 14
  case vectorString = 15
  case vectorInt2 = 16
  case vectorUInt2 = 17
  case vectorFloat2 = 18
  case vectorInt3 = 19
  case vectorUInt3 = 20
  case vectorFloat3 = 21
  case vectorInt4 = 22
  case vectorUInt4 = 23
  case vectorFloat4 = 24
  case blob = 25
  case bool = 26
  case vectorBool = 36

  /// The type of the elements of a typed vector, and their number where the type fixes it.
  var element: (type: FlexBufferType, fixedCount: Int?)? {
    switch self {
    case .vectorInt: (.int, nil)
    case .vectorUInt: (.uint, nil)
    case .vectorFloat: (.float, nil)
    case .vectorKey: (.key, nil)
    case .vectorString: (.string, nil)
    case .vectorBool: (.bool, nil)
    case .vectorInt2: (.int, 2)
    case .vectorUInt2: (.uint, 2)
    case .vectorFloat2: (.float, 2)
    case .vectorInt3: (.int, 3)
    case .vectorUInt3: (.uint, 3)
    case .vectorFloat3: (.float, 3)
    case .vectorInt4: (.int, 4)
    case .vectorUInt4: (.uint, 4)
    case .vectorFloat4: (.float, 4)
    default: nil
    }
  }
}
