import TFLiteFlatBuffers

/// An enumeration of the schema: a number in the file, a name in the schema.
///
/// Raw values count from 0 without gaps, so that the spelling of a value is found by its number.
public protocol SchemaEnum: RawRepresentable, CaseIterable, Hashable, Sendable, CustomStringConvertible
where RawValue: FlatBufferScalar & FixedWidthInteger {
  /// The schema's spelling of each value, in the order of the raw values.
  static var schemaNames: [String] { get }
}

extension SchemaEnum {
  /// The schema's spelling of the value, such as `CONV_2D`.
  public var schemaName: String { Self.schemaNames[Int(rawValue)] }

  /// The schema's spelling of the value.
  public var description: String { schemaName }

  /// The value that the schema spells `schemaName`, or nil.
  public init?(schemaName: String) {
    guard let index = Self.schemaNames.firstIndex(of: schemaName) else { return nil }
    self.init(rawValue: RawValue(index))
  }

  /// The value with the raw value 0, which an absent field has unless the schema says otherwise.
  static var zero: Self {
    guard let zero = Self(rawValue: 0) else { fatalError("\(Self.self) has no value 0") }
    return zero
  }
}
