/// Where a box is and how it moves, estimated from noisy boxes.
///
/// Center, width and height move with nearly constant velocity, as in SORT (A. Bewley, Z. Ge, L. Ott, F. Ramos and
/// B. Upcroft, "Simple Online and Realtime Tracking", 2016) and its successors. With noise that is the same in all
/// directions, their filter of eight dimensions is one filter for each coordinate. Noise is in proportion to the size
/// of the box: what is near is large, moves fast and is measured coarsely (N. Wojke, A. Bewley and D. Paulus, "Simple
/// Online and Realtime Tracking with a Deep Association Metric", 2017).
struct BoxFilter: Equatable, Sendable {
  private var centerX: ConstantVelocityFilter
  private var centerY: ConstantVelocityFilter
  private var width: ConstantVelocityFilter
  private var height: ConstantVelocityFilter

  /// Standard deviations, in sizes of the box.
  private enum Noise {
    /// Of an edge that a detector reports.
    static let measurement = 0.05
    /// Of the velocity of an object that was seen once; per second.
    static let firstVelocity = 2.0
    /// How much the velocity changes in a second.
    static let velocityChange = 1.0
    /// How much the rate at which the box grows changes in a second: things turn, but seldom swell.
    static let growthChange = 0.25
  }

  init(_ box: BoundingBox) {
    let size = box.size
    func filter(_ position: Double, velocity: Double) -> ConstantVelocityFilter {
      ConstantVelocityFilter(
        position: position, variance: square(Noise.measurement * size), velocityVariance: square(velocity * size))
    }
    centerX = filter(box.centerX, velocity: Noise.firstVelocity)
    centerY = filter(box.centerY, velocity: Noise.firstVelocity)
    width = filter(box.width, velocity: Noise.growthChange)
    height = filter(box.height, velocity: Noise.growthChange)
  }

  /// Begins with two boxes that are too far apart for the usual expectation of a velocity.
  ///
  /// - Parameter time: seconds between them.
  init(_ box: BoundingBox, before: BoundingBox, after time: Double) {
    self.init(box)
    let variance = square(Noise.measurement * box.size)
    centerX = ConstantVelocityFilter(
      position: box.centerX, before: before.centerX, after: time, variance: variance)
    centerY = ConstantVelocityFilter(
      position: box.centerY, before: before.centerY, after: time, variance: variance)
  }

  /// The box as it is estimated.
  var box: BoundingBox {
    let (width, height) = (max(width.position, 0), max(height.position, 0))
    return BoundingBox(
      x: centerX.position - width / 2, y: centerY.position - height / 2, width: width, height: height)
  }

  /// Moves on by so many seconds.
  mutating func predict(after time: Double) {
    let size = box.size
    let motion = square(Noise.velocityChange * size)
    let growth = square(Noise.growthChange * size)
    centerX.predict(after: time, noise: motion)
    centerY.predict(after: time, noise: motion)
    width.predict(after: time, noise: growth)
    height.predict(after: time, noise: growth)
  }

  /// Moves with the camera.
  mutating func shift(by motion: CameraMotion) {
    centerX.shift(by: motion.x)
    centerY.shift(by: motion.y)
  }

  /// Corrects the estimate with a box that was seen.
  mutating func update(with box: BoundingBox) {
    let variance = square(Noise.measurement * box.size)
    centerX.update(with: box.centerX, variance: variance)
    centerY.update(with: box.centerY, variance: variance)
    width.update(with: box.width, variance: variance)
    height.update(with: box.height, variance: variance)
  }

  /// The squared Mahalanobis distance of a box from the estimate: how far off it is, in standard deviations.
  func squaredDistance(to box: BoundingBox) -> Double {
    let variance = square(Noise.measurement * box.size)
    return centerX.squaredDistance(to: box.centerX, variance: variance)
      + centerY.squaredDistance(to: box.centerY, variance: variance)
      + width.squaredDistance(to: box.width, variance: variance)
      + height.squaredDistance(to: box.height, variance: variance)
  }

  /// The 99th percentile of the chi-squared distribution with four degrees of freedom: squared distances of boxes of
  /// the same object exceed it once in a hundred times.
  static let gate = 13.277

  /// Eight standard deviations: farther than a sudden turn or a camera in the hand brings anything.
  static let farthest = 64.0
}

private func square(_ value: Double) -> Double { value * value }

extension BoundingBox {
  package var centerX: Double { x + width / 2 }
  package var centerY: Double { y + height / 2 }
  /// The side of a square of the same area.
  var size: Double { max((width * height).squareRoot(), 1) }
}
