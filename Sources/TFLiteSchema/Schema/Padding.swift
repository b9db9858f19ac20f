import TFLiteFlatBuffers

/// How a window operator treats the borders of its input.
public enum Padding: Int8, SchemaEnum {
  /// Zeros around the input, so that the output has the input's size divided by the stride, rounded up.
  case same = 0
  /// No padding: every window lies within the input.
  case valid = 1

  /// The schema's spelling of each value.
  public static let schemaNames = ["SAME", "VALID"]
}
