import Synchronization
import TFLiteSchema

/// How much the prepared operators of an interpreter keep beside their tensors, of what is allowed: weights as the loops
/// want them, biases, multipliers. Allowed is what the model's constants need when each is packed once, and the memory limit
/// besides: a small file whose operators all have the same weights may ask for any multiple of its size.
final class KeptMemory: Sendable {
  let limit: Int
  private let byteCount = Atomic<Int>(0)

  /// Packed weights are up to four times as large as those in a file: as floats in place of bytes.
  private static let timesConstants = 4
  /// What is always allowed: the limit may be smaller than what a few channels need.
  private static let leastLimit = 16 << 20

  init(_ model: Model, memoryLimit: Int) {
    limit = max(memoryLimit, Self.leastLimit) + Self.timesConstants * model.constantByteCount
  }

  /// What the operators of one execution keep. It is given back when the execution is dropped.
  final class Share: Sendable {
    private let whole: KeptMemory
    private let byteCount = Atomic<Int>(0)

    init(of whole: KeptMemory) { self.whole = whole }

    deinit { whole.byteCount.subtract(byteCount.load(ordering: .relaxed), ordering: .relaxed) }

    var limit: Int { whole.limit }

    /// Sets bytes aside.
    ///
    /// - Returns: whether the limit allows them.
    func reserve(_ count: Int) -> Bool {
      guard count <= whole.limit - whole.byteCount.load(ordering: .relaxed) else { return false }
      whole.byteCount.add(count, ordering: .relaxed)
      byteCount.add(count, ordering: .relaxed)
      return true
    }
  }
}

extension Model {
  /// The memory in which the data of constants lies. What several share counts once.
  fileprivate var constantByteCount: Int {
    let ranges = buffers.compactMap { buffer in
      buffer.data.flatMap { data in data.baseAddress.map { UInt(bitPattern: $0)..<UInt(bitPattern: $0 + data.count) } }
    }
    var (sum, end) = (0, UInt(0))
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      sum += Int(range.upperBound - max(range.lowerBound, end))
      end = range.upperBound
    }
    return sum
  }
}
