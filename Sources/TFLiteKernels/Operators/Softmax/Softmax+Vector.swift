import TFLiteMicrokernels

/// SOFTMAX of 8-bit values by tables: an element depends on its difference to the row's maximum and on the row's sum.
struct VectorSoftmax: Sendable {
  private let kernels: any ElementMicrokernels.Type
  private let depth: Int
  let split: WorkSplit
  /// For each difference from 0 to -255: e^(beta · difference) in Q0.31, 0 where it is too small to count; then, for
  /// each of them, what it adds to the sum, in Q12.19.
  private let exponentials: PackedBlock

  private static let tableSize = 256

  /// nil where plain loops have to do.
  init?<Element: QuantizedInteger>(_ context: OperatorContext, _ softmax: Softmax<Element>) {
    let shape = softmax.outputShape
    guard let kernels = context.microkernelsForActivation?.elements, !shape.contains(0), let depth = shape.last else {
      return nil
    }
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
      guard depth > Self.longestPart else {
        for row in rows { runRow(input + row * depth, output + row * depth, table) }
        return
      }
      var watch = call.stopWatch
      for row in rows { runLongRow(input + row * depth, output + row * depth, table, &watch) }
    }
  }

  /// Longer rows are cut, so that a run can be stopped within one.
  private static let longestPart = 1 << 16

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
    fill(table, top: top, quotients)
    kernels.lookUp(table, input: values, output: results, count: depth)
  }

  /// The quotients of all values up to a row's maximum.
  @inline(__always)
  private func fill<Element: QuantizedInteger>(
    _ table: UnsafeMutablePointer<Element>, top: Int, _ quotients: SoftmaxQuotients
  ) {
    let exponentials = exponentials.address.assumingMemoryBound(to: Int32.self)
    for step in 0...top &- Int(truncatingIfNeeded: Element.min) {
      table[Int(UInt8(truncatingIfNeeded: top &- step))] = quotients.stored(exponentials[step])
    }
  }

  /// A long row, in parts.
  private func runLongRow<Element: QuantizedInteger>(
    _ values: UnsafePointer<Element>, _ results: UnsafeMutablePointer<Element>, _ table: UnsafeMutablePointer<Element>,
    _ watch: inout StopWatch
  ) {
    let summands = exponentials.address.assumingMemoryBound(to: Int32.self) + Self.tableSize
    var largest = Element.min
    watch.forEachPart(of: 0..<depth) { part in
      for index in part { largest = max(largest, values[index]) }
    }
    // The table has no place for differences to anything but the maximum.
    if watch.isOver(after: 0) { return }
    let top = Int(truncatingIfNeeded: largest)
    var sum: Int32 = 0
    watch.forEachPart(of: 0..<depth) { part in
      for index in part { sum &+= summands[top &- Int(truncatingIfNeeded: values[index])] }
    }
    if watch.isOver(after: Self.tableSize) { return }
    fill(table, top: top, SoftmaxQuotients(sum: sum))
    watch.forEachPart(of: 0..<depth) { part in
      let first = part.lowerBound
      kernels.lookUp(table, input: values + first, output: results + first, count: part.count)
    }
  }
}
