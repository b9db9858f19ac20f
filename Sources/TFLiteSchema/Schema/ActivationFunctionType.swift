import TFLiteFlatBuffers

/// An activation that an operator applies to its result.
public enum ActivationFunctionType: Int8, SchemaEnum {
  /// None.
  case none = 0
  /// max(x, 0).
  case relu = 1
  /// x limited to [-1, 1].
  case reluN1To1 = 2
  /// x limited to [0, 6].
  case relu6 = 3
  /// The hyperbolic tangent.
  case tanh = 4
  /// The sign bit.
  case signBit = 5

  /// The schema's spelling of each value.
  public static let schemaNames = ["NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT"]
}
