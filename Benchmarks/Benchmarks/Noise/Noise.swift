import Benchmark
import TFLiteInspection
import TFLiteSchema

/// How much noise is made in a second for the input of a model, as `--input random:SEED` asks for it.
let benchmarks: @Sendable () -> Void = {
  let byteCount = 64_000_000
  for (type, size) in [(TensorType.float32, 4), (TensorType.int8, 1)] {
    let rate = BenchmarkMetric.custom("MB/s", polarity: .prefersLarger, useScalingFactor: false)
    Benchmark(
      "noise \(type.schemaName)",
      configuration: .init(metrics: [.wallClock, rate], warmupIterations: 2, maxDuration: .seconds(2))
    ) { benchmark in
      let input = TensorInfo {
        $0.type = type
        $0.shape = [Int32(byteCount / size)]
      }
      let graph = Subgraph {
        $0.tensors = [input]
        $0.inputs = [0]
      }
      let model = Model { $0.subgraphs = [graph] }
      let arguments = [try InputArgument("random:1", inputNames: [])]
      let clock = ContinuousClock()
      benchmark.startMeasurement()
      let start = clock.now
      blackHole(try ModelFeed(arguments, for: model))
      let duration = start.duration(to: clock.now)
      benchmark.stopMeasurement()
      benchmark.measurement(rate, Int(Double(byteCount) / (duration / .microseconds(1))))
    }
  }
}
