/// Least, mean and greatest of the finite values of a tensor, and how they are spread.
public struct ValueSummary: Equatable, Sendable {
  /// The least finite value; nil where there is none.
  public let least: Double?
  /// The mean of the finite values.
  public let mean: Double?
  /// The greatest finite value.
  public let greatest: Double?
  /// How many values are infinite or no number.
  public let notFinite: Int

  /// Looks through real values.
  public init(_ values: [Double]) { self.init(of: values) }

  /// Looks through the real values of a tensor.
  package init(_ values: RealValues) { self.init(of: values) }

  private init(of values: some Collection<Double>) {
    var (least, greatest, sum) = (Double.infinity, -Double.infinity, 0.0)
    var count = 0
    for value in values where value.isFinite {
      least = min(least, value)
      greatest = max(greatest, value)
      sum += value
      count += 1
    }
    notFinite = values.count - count
    self.least = count > 0 ? least : nil
    self.greatest = count > 0 ? greatest : nil
    if count > 0, !sum.isFinite {
      // The sum of the greatest numbers is none; their mean is, up to a rounding error.
      let mean = values.reduce(0.0) { $1.isFinite ? $0 + $1 / Double(count) : $0 }
      self.mean = min(max(mean, least), greatest)
    } else {
      mean = count > 0 ? sum / Double(count) : nil
    }
  }

  /// How many finite values fall into each of equally wide bins from the least to the greatest.
  func histogram(_ values: some Collection<Double>, binCount: Int) -> [Int] {
    var bins = Array(repeating: 0, count: binCount)
    guard let least, let greatest else { return bins }
    let range = least...greatest
    for value in values where value.isFinite {
      bins[min(Int(range.share(of: value) * Double(binCount)), binCount - 1)] += 1
    }
    return bins
  }
}
