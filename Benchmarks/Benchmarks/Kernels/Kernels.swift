import Benchmark
import TFLiteMicrokernels

/// Every microkernel on every instruction set of this machine, and what this machine can do at most.
///
/// To add a kernel of your own, see the README of this package.
let benchmarks: @Sendable () -> Void = {
  for set in InstructionSet.available {
    for bench in PeakBench.all(of: set) { bench.register() }
  }
  for bench in KernelBench.all {
    for set in InstructionSet.available { bench.register(on: set) }
  }
}
