import TFLiteSchema

/// The real values that a result takes, roughly: their mean and standard deviation.
struct Spread {
  var mean: Float
  var deviation: Float

  /// The spread of real values of a tensor's stored values.
  init(of tensor: TensorSketch, kind: Quantized8) {
    let moments = Moments(tensor.bytes.lazy.map { Float(kind.value($0) - tensor.zeroPoints[0]) })
    mean = moments.mean * tensor.scales[0]
    deviation = moments.deviation * tensor.scales[0]
  }

  init(mean: Float, deviation: Float) {
    self.mean = mean
    self.deviation = deviation
  }
}

/// Mean and mean square of some numbers.
struct Moments {
  var mean: Float = 0
  var square: Float = 0
  var deviation: Float { max(square - mean * mean, 0).squareRoot() }

  init(_ values: some Collection<Float>) {
    guard !values.isEmpty else { return }
    for value in values {
      mean += value
      square += value * value
    }
    mean /= Float(values.count)
    square /= Float(values.count)
  }
}

extension SplitMix64 {
  /// Scale and zero point of an output whose real values are spread as given: mostly so that they fill the type's range
  /// after the activation, sometimes at random, so that many saturate.
  ///
  /// - Parameter unit: if given, the output's scale is this times a power of two.
  mutating func outputAffine(
    _ kind: Quantized8, spread: Spread, unit: Float? = nil, activation: ActivationFunctionType = .none
  ) -> Affine {
    let deviation = max(spread.deviation, 1e-6)
    guard !chance(0.08) else {
      return Affine(scale: deviation * logUniform(0.0005...1), zeroPoint: zeroPoint(kind))
    }
    let reach = uniform(1.3...4) * deviation
    var low = spread.mean - reach
    var high = spread.mean + reach
    if let (lower, upper) = activation.realBounds {
      low = max(low, lower)
      high = min(high, upper)
    }
    // Zero must have a stored value.
    low = min(low, 0)
    high = max(high, 0)
    var scale = max(high - low, 0.1 * deviation) / 255
    if let unit { scale = unit * (scale / unit).nextPowerOfTwo }
    let zeroPoint = kind.range.lowerBound + Int((-low / scale).rounded())
    return Affine(scale: scale, zeroPoint: min(max(zeroPoint, kind.range.lowerBound), kind.range.upperBound))
  }

  /// How far the real results should spread for an activation to leave most of them alone.
  mutating func targetDeviation(_ activation: ActivationFunctionType) -> Float {
    switch activation {
    case .relu6: uniform(1...3)
    case .reluN1To1: uniform(0.3...0.8)
    default: logUniform(0.01...100)
    }
  }
}

extension ActivationFunctionType {
  /// The real values that the activation lets through.
  var realBounds: (Float, Float)? {
    switch self {
    case .relu: (0, .infinity)
    case .relu6: (0, 6)
    case .reluN1To1: (-1, 1)
    default: nil
    }
  }

  /// The stored values between which the activation clamps.
  func storedBounds(_ range: ClosedRange<Int>, scale: Float, zeroPoint: Int) -> ClosedRange<Int> {
    guard let (lower, upper) = realBounds else { return range }
    func stored(_ real: Float) -> Int {
      guard real.isFinite else { return range.upperBound }
      return zeroPoint + Int((real / scale).rounded(.toNearestOrAwayFromZero))
    }
    let low = max(range.lowerBound, stored(lower))
    let high = min(range.upperBound, stored(upper))
    return low <= high ? low...high : range
  }
}
