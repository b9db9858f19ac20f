import Testing

extension InstructionSet: CustomTestStringConvertible {
  var testDescription: String { rawValue }
}
