import Benchmark
import TFLiteMicrokernels

/// One microkernel on one shape.
struct KernelBench: Sendable {
  /// What a run of the kernel does, which its time is compared with.
  enum Work: Sendable {
    /// So many products of bytes, each added to a sum.
    case multiplyAddsOfBytes(Int)
    /// So many products of floats, each added to a sum.
    case multiplyAddsOfFloats(Int)
    /// So many bytes that are read or written.
    case bytesMoved(Int)
  }

  /// A kernel with its operands in memory, to be called again and again.
  typealias Call = () -> Void

  let name: String
  let work: Work
  /// Makes and packs the operands for an instruction set.
  let prepare: @Sendable (Microkernels) -> Call

  private var rate: BenchmarkMetric {
    switch work {
    case .multiplyAddsOfBytes, .multiplyAddsOfFloats:
      .custom("GMAC/s", polarity: .prefersLarger, useScalingFactor: false)
    case .bytesMoved: .custom("GB/s", polarity: .prefersLarger, useScalingFactor: false)
    }
  }

  private static let share = BenchmarkMetric.custom("% of peak", polarity: .prefersLarger, useScalingFactor: false)

  private var count: Int {
    switch work {
    case .multiplyAddsOfBytes(let count), .multiplyAddsOfFloats(let count), .bytesMoved(let count): count
    }
  }

  private func peak(_ set: InstructionSet) -> Double {
    switch work {
    case .multiplyAddsOfBytes: Peaks.multiplyAddsOfBytes(set)
    case .multiplyAddsOfFloats: Peaks.multiplyAddsOfFloats(set)
    case .bytesMoved(let count): Peaks.bytesMoved(count)
    }
  }

  /// Adds it to those that the benchmark library runs. Operands are made, and the peak is measured, when its turn comes.
  func register(on set: InstructionSet) {
    guard let kernels = set.microkernels else { return }
    let prepared = Lazily { (call: prepare(kernels), peak: peak(set)) }
    // A single short run would be lost in the noise of the clock.
    let scale: BenchmarkScalingFactor = count < 1_000_000 ? .kilo : .one
    Benchmark(
      "\(name), \(set.rawValue)",
      configuration: .init(
        metrics: [.wallClock, rate, Self.share], warmupIterations: 5, scalingFactor: scale,
        maxDuration: .milliseconds(300))
    ) { benchmark in
      let (call, peak) = prepared.value
      let clock = ContinuousClock()
      benchmark.startMeasurement()
      let start = clock.now
      for _ in benchmark.scaledIterations { call() }
      let duration = start.duration(to: clock.now)
      benchmark.stopMeasurement()
      let perNanosecond = Double(count * scale.rawValue) / max(1, duration / .nanoseconds(1))
      benchmark.measurement(rate, Int(perNanosecond.rounded()))
      benchmark.measurement(Self.share, Int((100 * perNanosecond / peak).rounded()))
    }
  }
}

/// The peak itself.
struct PeakBench {
  let name: String
  let iterations: Int
  let run: (Int) -> Int

  static func all(of set: InstructionSet) -> [PeakBench] {
    [
      PeakBench(name: "peak of byte products, \(set.rawValue)", iterations: 20_000, run: set.multiplyAddBytes),
      PeakBench(name: "peak of float products, \(set.rawValue)", iterations: 20_000, run: set.multiplyAddFloats),
    ]
  }

  func register() {
    let rate = BenchmarkMetric.custom("GMAC/s", polarity: .prefersLarger, useScalingFactor: false)
    Benchmark(
      name, configuration: .init(metrics: [.wallClock, rate], warmupIterations: 5, maxDuration: .milliseconds(300))
    ) { benchmark in
      let clock = ContinuousClock()
      let start = clock.now
      let operations = run(iterations)
      let duration = start.duration(to: clock.now)
      benchmark.measurement(rate, Int((Double(operations) / max(1, duration / .nanoseconds(1))).rounded()))
    }
  }
}

/// A value that is made when it is first used. Benchmarks run one after the other.
private final class Lazily<Value> {
  private let make: () -> Value
  private(set) lazy var value = make()

  init(_ make: @escaping () -> Value) { self.make = make }
}
