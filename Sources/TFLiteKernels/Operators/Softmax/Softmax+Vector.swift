import TFLiteMicrokernels

/// SOFTMAX of 8-bit values by tables: an element depends on its difference to the row's maximum and on the row's sum.
struct VectorSoftmax: Sendable {
  private let kernels: any TableMicrokernels.Type
  private let depth: Int
  let split: WorkSplit
  /// For each difference from 0 to -255: e^(beta · difference) in Q0.31, 0 where it is too small to count; then, for
  /// each of them, what it adds to the sum, in Q12.19.
  private let exponentials: PackedBlock

  private static let tableSize = 256
  /// Nobody looks within a row, whether the run is stopped: longer ones, which take more than some milliseconds, are left to
  /// plain loops.
  private static let longestRow = 1 << 22

  /// nil where plain loops have to do.
  init?<Element: QuantizedInteger>(_ context: OperatorContext, _ softmax: Softmax<Element>) {
    let shape = softmax.outputShape
    guard let kernels = context.microkernelsForActivation?.tables, !shape.contains(0), let depth = shape.last,
      depth <= Self.longestRow
    else { return nil }
    self.kernels = kernels
    self.depth = depth
    split = WorkSplit(
      rows: shape.dropLast().reduce(1, *), columns: 1, minimumWork: (1 << 14) / depth,
      scratchPerChunk: Self.tableSize)
    exponentials = PackedBlock(byteCount: 2 * 4 * Self.tableSize) { memory in
      let values = memory.bindMemory(to: Int32.self, capacity: 2 * Self.tableSize)
      for step in 0..<Self.tableSize {
        let exponential = softmax.exponential(ofDifference: -Int32(step)) ?? 0
        values[step] = exponential
        values[Self.tableSize + step] = roundingDivideByPowerOfTwo(exponential, 12)
      }
    }
  }

  @specialized(where Element == UInt8)
  @specialized(where Element == Int8)
  func run<Element: QuantizedInteger>(_ call: OperatorCall, of element: Element.Type) {
    let input = call.input(0, as: element)
    let output = call.output(0, as: element)
    split.run(call) { rows, _, scratch in
      let table = scratch.bindMemory(to: Element.self, capacity: Self.tableSize)
      for row in rows { runRow(input + row * depth, output + row * depth, table) }
    }
  }

  @inline(__always)
  private func runRow<Element: QuantizedInteger>(
    _ values: UnsafePointer<Element>, _ results: UnsafeMutablePointer<Element>, _ table: UnsafeMutablePointer<Element>
  ) {
    let exponentials = exponentials.address.assumingMemoryBound(to: Int32.self)
    let summands = exponentials + Self.tableSize
    var largest = Element.min
    for index in 0..<depth { largest = max(largest, values[index]) }
    let top = Int(truncatingIfNeeded: largest)
    var sum: Int32 = 0
    for index in 0..<depth { sum &+= summands[top &- Int(truncatingIfNeeded: values[index])] }
    let quotients = SoftmaxQuotients(sum: sum)

    // A row that is longer than the table gets one of its own.
    guard depth > Self.tableSize else {
      for index in 0..<depth {
        results[index] = quotients.stored(exponentials[top &- Int(truncatingIfNeeded: values[index])])
      }
      return
    }
    for step in 0...top &- Int(truncatingIfNeeded: Element.min) {
      table[Int(UInt8(truncatingIfNeeded: top &- step))] = quotients.stored(exponentials[step])
    }
    kernels.lookUp(table, input: values, output: results, count: depth)
  }
}
