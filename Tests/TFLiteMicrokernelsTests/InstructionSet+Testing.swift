import TFLiteMicrokernels
import Testing

extension InstructionSet: CustomTestStringConvertible {
  /// The name that options have for it.
  public var testDescription: String { rawValue }

  /// What this machine can test. The others are named, so that nobody takes them for tested.
  static let available: [InstructionSet] = {
    let sets = allCases.filter { $0 != .scalar }
    let missing = sets.filter { !$0.isAvailable }
    if !missing.isEmpty { print("not tested, since this machine lacks them: \(missing.map(\.rawValue))") }
    return sets.filter(\.isAvailable)
  }()

  var kernels: Microkernels {
    get throws { try #require(microkernels, "\(rawValue) has no inner loops") }
  }
}
