import TFLiteSchema

/// Why an operator cannot be prepared or run. The message names operator, tensor and what was expected.
public enum KernelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The operator has the wrong number of inputs or outputs, or omits one that it needs.
  case operands(OperatorIdentity, String)
  /// A tensor's element type does not fit.
  case type(OperatorIdentity, TensorIdentity, found: TensorType, expected: String)
  /// A tensor's shape does not fit.
  case shape(OperatorIdentity, TensorIdentity, found: [Int], expected: String)
  /// A tensor's quantization is missing or does not fit.
  case quantization(OperatorIdentity, TensorIdentity, expected: String)
  /// A constant's or an input's values do not fit.
  case value(OperatorIdentity, TensorIdentity, String)
  /// *Prepare* needs values that only a run can tell; the operator is prepared again when they are there.
  case valuesUnknown(OperatorIdentity, TensorIdentity)
  /// An option of the operator is missing or does not fit.
  case option(OperatorIdentity, name: String, found: String, expected: String)
  /// An output would need more elements or bytes than can be addressed or than the caller allows.
  case size(OperatorIdentity, TensorIdentity, String)

  /// The operator that cannot be prepared or run.
  public var operatorIdentity: OperatorIdentity {
    switch self {
    case .operands(let identity, _), .type(let identity, _, _, _), .shape(let identity, _, _, _),
      .quantization(let identity, _, _), .value(let identity, _, _), .valuesUnknown(let identity, _),
      .option(let identity, _, _, _),
      .size(let identity, _, _):
      identity
    }
  }

  /// One line: operator, tensor, what is wrong, what was expected.
  public var description: String {
    switch self {
    case .operands(let identity, let problem):
      "\(identity): \(problem)"
    case .type(let identity, let tensor, let found, let expected):
      "\(identity): \(tensor) has type \(found), expected \(expected)"
    case .shape(let identity, let tensor, let found, let expected):
      "\(identity): \(tensor) has shape \(found), expected \(expected)"
    case .quantization(let identity, let tensor, let expected):
      "\(identity): the quantization of \(tensor) does not fit, expected \(expected)"
    case .value(let identity, let tensor, let problem):
      "\(identity): \(tensor) \(problem)"
    case .valuesUnknown(let identity, let tensor):
      "\(identity): the values of \(tensor) are known only at run time"
    case .option(let identity, let name, let found, let expected):
      "\(identity): option \(name) is \(found), expected \(expected)"
    case .size(let identity, let tensor, let problem):
      "\(identity): \(tensor) \(problem)"
    }
  }
}
