import Foundation

/// Which of several variants falls to an installation.
///
/// The first eight bytes of the SHA-256 of the installation's id and the model's name are a number in [0, 1). The variants
/// divide this range in their order, in proportion to their weights. So the share of a variant that stands first can grow,
/// as in a rollout, without taking it from anyone who has it; and models divide installations independently.
struct VariantAssignment {
  /// In [0, 1).
  let position: Double

  init(installationID: String, model: String) {
    let digest = SHA256Hash.of(Data("\(installationID)\n\(model)".utf8))
    let bits = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // As many bits as a Double holds exactly, so that no rounding leads to 1.
    position = Double(bits >> 11) * 0x1p-53
  }

  /// The variant's place in the list; nil where no weight is positive.
  func index(amongWeights weights: [Double]) -> Int? {
    let target = position * weights.reduce(0, +)
    var sum = 0.0
    for (index, weight) in weights.enumerated() where weight > 0 {
      sum += weight
      if target < sum { return index }
    }
    // Sums are rounded.
    return weights.lastIndex { $0 > 0 }
  }
}
