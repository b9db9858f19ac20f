import Foundation
import TFLiteSchema

/// How far the values of a tensor are from those of a reference.
public struct DifferenceMetrics: Equatable, Sendable {
  /// The number of elements that were compared.
  public let elements: Int
  /// Of these, how many differ at all: in any bit, or where the types differ, as real numbers.
  public let differing: Int
  /// The greatest distance in steps of the quantization; nil where the tensor is not quantized.
  public let maximumSteps: Double?
  /// The greatest distance of real values; infinite where one side alone is no number.
  public let maximum: Double
  /// The mean distance of real values.
  public let mean: Double
  /// The mean of the squared distances of real values.
  public let meanSquaredError: Double
  /// The cosine of the angle between both tensors as vectors; nil where one of them is 0.
  public let cosine: Double?
  /// The reference's power over that of the differences, in decibels; infinite where there are none.
  public let signalToNoise: Double

  /// Compares the first elements of two tensors of one shape.
  ///
  /// - Parameters:
  ///   - reference: what is expected.
  ///   - found: what was computed.
  ///   - count: how many elements are compared; nil for all.
  init(
    reference: TensorValues, _ referenceQuantization: Quantization?, found: TensorValues,
    _ foundQuantization: Quantization?, first count: Int? = nil
  ) {
    let (left, right) = (RealValues(reference, referenceQuantization), RealValues(found, foundQuantization))
    let count = min(count ?? right.count, right.count, left.count)
    let size = (found.type.bitWidth ?? 8) / 8
    let isBitwise =
      reference.type == found.type && size > 0 && referenceQuantization?.scale == foundQuantization?.scale
      && referenceQuantization?.zeroPoint == foundQuantization?.zeroPoint
    let stepSize = found.stepSize(foundQuantization)
    var differing = 0
    var (maximum, maximumSteps, sum, squares) = (0.0, 0.0, 0.0, 0.0)
    var (signal, power, product) = (0.0, 0.0, 0.0)
    var hasSteps = false
    for position in 0..<count {
      let (expected, value) = (left[position], right[position])
      let distance = Self.distance(expected, value)
      let bytes = position * size..<(position + 1) * size
      let isSame = isBitwise ? reference.bytes[bytes] == found.bytes[bytes] : distance == 0
      if !isSame { differing += 1 }
      maximum = max(maximum, distance)
      sum += distance
      squares += distance * distance
      signal += expected * expected
      power += value * value
      product += expected * value
      if let scale = stepSize?(position), scale > 0 {
        hasSteps = true
        maximumSteps = max(maximumSteps, (distance / scale * 1000).rounded() / 1000)
      }
    }
    elements = count
    self.differing = differing
    self.maximum = maximum
    self.maximumSteps = hasSteps ? maximumSteps : nil
    mean = count == 0 ? 0 : sum / Double(count)
    meanSquaredError = count == 0 ? 0 : squares / Double(count)
    cosine = signal > 0 && power > 0 ? product / (signal.squareRoot() * power.squareRoot()) : nil
    signalToNoise = squares == 0 ? .infinity : 10 * log10(signal / squares)
  }

  /// The same infinity on both sides, and no number on both, are no distance.
  private static func distance(_ expected: Double, _ value: Double) -> Double {
    if expected == value || (expected.isNaN && value.isNaN) { return 0 }
    let distance = abs(expected - value)
    return distance.isNaN ? .infinity : distance
  }
}

extension TensorValues {
  /// The distance of neighboring values at each position; nil for a tensor that is not quantized.
  fileprivate func stepSize(_ quantization: Quantization?) -> ((Int) -> Double?)? {
    guard let scales = quantization?.scale, let first = scales.first, type.integerRange != nil else { return nil }
    let axis = Int(quantization?.quantizedDimension ?? 0)
    guard scales.count > 1, shape.indices.contains(axis), shape[axis] == scales.count else {
      return { _ in Double(first) }
    }
    let inner = shape[(axis + 1)...].reduce(1, *)
    return { position in Double(scales[position / inner % scales.count]) }
  }
}

extension DifferenceMetrics: Encodable {
  /// Writes every field; what JSON cannot hold is null: infinite distances, the signal-to-noise ratio without noise.
  public func encode(to encoder: any Encoder) throws {
    func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
    try encoder.write([
      "elements": elements,
      "differing": differing,
      "max_abs_steps": finite(maximumSteps),
      "max_abs": finite(maximum),
      "mean_abs": finite(mean),
      "mse": finite(meanSquaredError),
      "cosine": finite(cosine),
      "snr_db": finite(signalToNoise),
    ])
  }
}
