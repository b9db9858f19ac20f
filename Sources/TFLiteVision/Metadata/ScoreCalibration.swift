import Foundation
import TFLiteSchema

/// How the scores of each class become comparable: f(x) = scale / (1 + e^-(slope · g(x) + offset)), where g is the
/// transformation. Source: `ScoreCalibrationOptions` in the TFLite metadata schema.
struct ScoreCalibration: Equatable, Sendable {
  /// The parameters of one class.
  private struct Sigmoid: Equatable, Sendable {
    let scale: Double
    let slope: Double
    let offset: Double
    /// Scores that are not higher become the default.
    let minimum: Double?
  }

  private let transformation: ScoreTransformationType
  private let defaultScore: Float
  /// By class; nil for a class without parameters.
  private let sigmoids: [Sigmoid?]

  /// Reads the parameters.
  ///
  /// - Parameters:
  ///   - lines: one for each class: nothing, or `scale,slope,offset` and optionally the minimum.
  ///   - file: the name of the file, for errors.
  /// - Throws: ``VisionError/malformedMetadata(_:)``, which names the line.
  init(_ options: ScoreCalibrationOptions, lines: [String], file: String) throws(VisionError) {
    transformation = options.scoreTransformation
    defaultScore = options.defaultScore
    var sigmoids: [Sigmoid?] = []
    for (index, line) in lines.enumerated() {
      if line.allSatisfy(\.isWhitespace) {
        sigmoids.append(nil)
        continue
      }
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        .map { Double($0.trimmingCharacters(in: .whitespaces)) }
      let numbers = fields.compactMap { $0 }
      guard (3...4).contains(fields.count), numbers.count == fields.count, numbers.allSatisfy(\.isFinite),
        numbers[0] >= 0
      else {
        throw .malformedMetadata(
          "line \(index + 1) of \(file) is \"\(line)\"; expected scale,slope,offset and perhaps a minimum score")
      }
      sigmoids.append(
        Sigmoid(
          scale: numbers[0], slope: numbers[1], offset: numbers[2], minimum: numbers.count == 4 ? numbers[3] : nil))
    }
    self.sigmoids = sigmoids
  }

  /// The calibrated score of a class.
  func calibrated(_ score: Float, classIndex: Int) -> Float {
    guard sigmoids.indices.contains(classIndex), let sigmoid = sigmoids[classIndex] else { return defaultScore }
    if let minimum = sigmoid.minimum, Double(score) <= minimum { return defaultScore }
    let transformed = Double(transform(score))
    guard !transformed.isNaN else { return defaultScore }
    return Float(sigmoid.scale / (1 + HeadMath.exp(-(sigmoid.slope * transformed + sigmoid.offset))))
  }

  /// Infinite for scores at the ends of the logarithms.
  private func transform(_ score: Float) -> Float {
    switch transformation {
    case .identity: score
    case .log: HeadMath.log(score)
    case .inverseLogistic: HeadMath.log(score) - HeadMath.log(1 - score)
    }
  }
}
