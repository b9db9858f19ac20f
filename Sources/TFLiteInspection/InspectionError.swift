#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What can go wrong while a model is looked into.
public enum InspectionError: Error, Equatable, Sendable {
  /// An error in the file with this name.
  indirect case inFile(path: String, InspectionError)
  /// A file cannot be read; the reason is the system's.
  case cannotRead(reason: String)
  /// A file or folder cannot be written; the reason is the system's.
  case cannotWrite(path: String, reason: String)
  /// A file that is to be written is one of those that are read.
  case outputIsInput(path: String, input: String)

  // MARK: Arrays

  /// The bytes are no array in the format NPY.
  case invalidNPY(reason: String)
  /// The bytes are no archive of arrays in the format NPZ.
  case invalidNPZ(reason: String)
  /// The elements have a type that an array file cannot hold.
  case noArrayType(tensor: String, type: String)
  /// The bytes of a tensor are not as many as its shape and type ask for.
  case wrongByteCount(type: String, shape: [Int], expected: Int, found: Int)
  /// What has to be made of a tensor's values to write them takes more memory than it may.
  case arrayTooLarge(tensor: String, byteCount: Int, limit: Int)

  // MARK: Inputs

  /// A value was given for an input that the model does not have.
  case noSuchInput(String, inputs: [String])
  /// Two values were given for one input.
  case inputGivenTwice(String)
  /// More values were given than the model has inputs.
  case tooManyInputs(given: Int, inputs: [String])
  /// No value was given for an input.
  case inputMissing(String, type: String, shape: [Int])
  /// An archive holds no array for any input of the model.
  case noArrayForInputs(arrays: [String], inputs: [String])
  /// A value does not fit its input.
  case wrongInput(String, expected: String, found: String)
  /// `random:` is followed by something that is no seed.
  case invalidSeed(String)
  /// The values of the inputs, up to this one, take more memory than they may.
  case inputsTooLarge(String, type: String, shape: [Int], byteCount: Int, limit: Int)

  // MARK: Operators

  /// A range of operators that the model does not have.
  case operatorsOutOfRange(ClosedRange<Int>, count: Int)
  /// No operator of the model, or of the chosen range, has one of these names.
  case noSuchOperators([String], available: [String])
  /// What operators have computed, up to this one, takes more memory than may be kept.
  case tooMuchKept(operator: String, byteCount: Int, limit: Int)

  // MARK: Comparisons

  /// Two models do not match; the reason says where they part.
  case modelsDiffer(reason: String)
  /// An operator gives a result of another shape than in the reference.
  case shapesDiffer(operator: String, tensor: String, expected: [Int], found: [Int])
  /// No reference can run the model; a reason for each.
  case notJudged(reasons: [String])
}

extension InspectionError: CustomStringConvertible {
  /// One line that says what is wrong, where, and what was expected.
  public var description: String {
    switch self {
    case .inFile(let path, let error): "\(path): \(error)"
    case .cannotRead(let reason): "cannot be read: \(reason)"
    case .cannotWrite(let path, let reason): "\(path) cannot be written: \(reason)"
    case .outputIsInput(let path, let input):
      "\(path) is not overwritten: it is the file that is read" + (path == input ? "" : ", \(input)")
    case .invalidNPY(let reason): "no array in the format NPY: \(reason)"
    case .invalidNPZ(let reason): "no archive in the format NPZ: \(reason)"
    case .noArrayType(let tensor, let type):
      "tensor \"\(tensor)\" has elements of type \(type), which an array file cannot hold"
    case .wrongByteCount(let type, let shape, let expected, let found):
      "\(found) bytes are given for \(type) \(shape), which takes \(expected)"
    case .arrayTooLarge(let tensor, let byteCount, let limit):
      "tensor \"\(tensor)\" takes \(byteCount) bytes as an array, whose strings are all as long as the longest and whose "
        + "numbers have a type of NumPy's, and the limit is \(limit)"
    case .noSuchInput(let name, let inputs):
      "the model has no input \"\(name)\"; its inputs are \(Self.list(inputs))"
    case .inputGivenTwice(let name): "two values are given for the input \"\(name)\""
    case .tooManyInputs(let given, let inputs):
      "\(given) values are given, but the model has \(inputs.count) inputs: \(Self.list(inputs))"
    case .inputMissing(let name, let type, let shape):
      "no value is given for the input \"\(name)\" (\(type) \(shape)); random:0 gives it noise"
    case .noArrayForInputs(let arrays, let inputs):
      "none of the arrays \(Self.list(arrays)) is named like an input (\(Self.list(inputs))) or input0, input1, …"
    case .wrongInput(let name, let expected, let found):
      "the input \"\(name)\" takes \(expected), and \(found) is given"
    case .invalidSeed(let text): "\"\(text)\" is no seed: a whole number from 0 on is expected behind random:"
    case .inputsTooLarge(let name, let type, let shape, let byteCount, let limit):
      "values for the inputs up to \"\(name)\" (\(type) \(shape)) take \(byteCount) bytes, and the limit is \(limit)"
    case .operatorsOutOfRange(let range, let count):
      count == 0
        ? "the model has no operators"
        : "there are no operators \(range.lowerBound) to \(range.upperBound); the model has 0 to \(count - 1)"
    case .noSuchOperators(let names, let available):
      "no operator here is a \(names.joined(separator: " or ")); there are \(available.joined(separator: ", "))"
    case .tooMuchKept(let name, let byteCount, let limit):
      "what operators compute takes \(byteCount) bytes up to \(name), and the limit is \(limit); choose fewer operators, or "
        + "allow more memory"
    case .modelsDiffer(let reason): "the models do not match: \(reason)"
    case .shapesDiffer(let name, let tensor, let expected, let found):
      "\(name) gives \"\(tensor)\" the shape \(found), the reference \(expected)"
    case .notJudged(let reasons):
      "it runs here, but there is nothing to compare it with: " + reasons.joined(separator: "; ")
    }
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map { "\"\($0)\"" }.joined(separator: ", ")
  }

  /// The same about a tensor of this name, where it is about one.
  func about(tensor name: String) -> InspectionError {
    switch self {
    case .noArrayType(_, let type): .noArrayType(tensor: name, type: type)
    case .arrayTooLarge(_, let byteCount, let limit): .arrayTooLarge(tensor: name, byteCount: byteCount, limit: limit)
    default: self
    }
  }
}

extension InspectionError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
