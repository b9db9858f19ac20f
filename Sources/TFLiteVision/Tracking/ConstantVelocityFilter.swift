/// A Kalman filter of one coordinate that moves with nearly constant velocity.
///
/// The velocity changes by white noise, so that the filter is right for any time between two measurements: the
/// "continuous white noise acceleration" model (Y. Bar-Shalom, X. R. Li and T. Kirubarajan, "Estimation with
/// Applications to Tracking and Navigation", 2001, section 6.2).
struct ConstantVelocityFilter: Equatable, Sendable {
  /// The estimates; velocity per second.
  private(set) var position: Double
  private(set) var velocity = 0.0

  /// The covariance of both.
  private(set) var positionVariance: Double
  private var crossCovariance = 0.0
  private var velocityVariance: Double

  /// Begins with one measurement; the velocity is unknown but for its variance.
  init(position: Double, variance: Double, velocityVariance: Double) {
    self.position = position
    positionVariance = variance
    self.velocityVariance = velocityVariance
  }

  /// Begins with two measurements, one after the other; the same source, section 5.5.3.
  ///
  /// - Parameter time: seconds between them.
  init(position: Double, before: Double, after time: Double, variance: Double) {
    self.position = position
    velocity = (position - before) / time
    positionVariance = variance
    crossCovariance = variance / time
    velocityVariance = 2 * variance / (time * time)
  }

  /// Moves on by a time.
  ///
  /// - Parameters:
  ///   - time: seconds.
  ///   - noise: by how much the variance of the velocity grows in a second.
  mutating func predict(after time: Double, noise: Double) {
    position += velocity * time
    positionVariance += time * (2 * crossCovariance + time * (velocityVariance + time * noise / 3))
    crossCovariance += time * (velocityVariance + time * noise / 2)
    velocityVariance += time * noise
  }

  /// Moves the origin: the position is larger by a distance, and no less certain.
  mutating func shift(by distance: Double) { position += distance }

  /// Corrects the estimates with a measurement.
  mutating func update(with measured: Double, variance: Double) {
    let total = positionVariance + variance
    let positionGain = positionVariance / total
    let velocityGain = crossCovariance / total
    let innovation = measured - position
    position += positionGain * innovation
    velocity += velocityGain * innovation
    velocityVariance -= velocityGain * crossCovariance
    crossCovariance *= 1 - positionGain
    positionVariance *= 1 - positionGain
  }

  /// The squared distance of a measurement from the estimate, in units of their common variance.
  func squaredDistance(to measured: Double, variance: Double) -> Double {
    let innovation = measured - position
    return innovation * innovation / (positionVariance + variance)
  }
}
