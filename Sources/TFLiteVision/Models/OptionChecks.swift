/// What options of detectors and labelers can be.
enum OptionChecks {
  /// - Throws: ``VisionError/invalidOption(name:value:expected:)`` for what is no number from 0 to 1.
  static func detectionThreshold(_ value: Float?, _ name: String) throws(VisionError) {
    guard let value, !(0...1).contains(value) else { return }
    throw .invalidOption(name: name, value: "\(value)", expected: "0 to 1")
  }

  /// Some classifiers give scores that are no probabilities.
  ///
  /// - Throws: ``VisionError/invalidOption(name:value:expected:)`` for what is no number.
  static func labelThreshold(_ value: Float?, _ name: String) throws(VisionError) {
    guard let value, value.isNaN else { return }
    throw .invalidOption(name: name, value: "\(value)", expected: "a number")
  }

  /// - Throws: ``VisionError/invalidOption(name:value:expected:)`` for less than none.
  static func count(_ value: Int?, _ name: String) throws(VisionError) {
    guard let value, value < 0 else { return }
    throw .invalidOption(name: name, value: "\(value)", expected: "0 or more")
  }
}
