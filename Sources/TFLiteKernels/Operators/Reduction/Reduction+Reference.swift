/// The one loop of all reductions: the input in order, each element combined with its output's accumulator.
///
/// Source: `tflite/kernels/internal/reference/reduce.h`, Reduce.
@inline(__always)
private func reduce<Element, Accumulator>(
  _ workers: any Workers, _ input: UnsafePointer<Element>, into accumulators: UnsafeMutablePointer<Accumulator>,
  _ geometry: ReductionGeometry,
  _ combine: (Accumulator, Element) -> Accumulator
) {
  let isReducedRow = geometry.broadcast.rowSteps[1] == 0
  geometry.broadcast.forEachRow(workers) { position, operands, count in
    let (row, accumulator) = (input + position, accumulators + operands[1])
    if isReducedRow {
      var current = accumulator.pointee
      for index in 0..<count { current = combine(current, row[index]) }
      accumulator.pointee = current
    } else {
      for index in 0..<count { accumulator[index] = combine(accumulator[index], row[index]) }
    }
  }
}

/// The specification of reductions whose accumulators are the output's elements.
///
/// An output of all elements starts with the first one, any other one with the initial value; for float32 this decides
/// the sign of a 0 and what becomes of infinities. Source: `tflite/kernels/reduce.cc`, EvalType and ReduceAllDims.
func runFoldReference<Folding: Fold>(_ call: OperatorCall, _ geometry: ReductionGeometry, _ fold: Folding.Type) {
  let input = call.input(0, as: Folding.Element.self)
  let output = call.output(0, as: Folding.Element.self)
  if geometry.isComplete && !geometry.isEmpty {
    var current = input[0]
    call.forEachPart(of: 1..<geometry.inputCount) { part in
      for index in part { current = fold.combine(current, input[index]) }
    }
    output[0] = current
  } else {
    output.initialize(repeating: fold.initial, count: geometry.outputCount)
    reduce(call.workers, input, into: output, geometry, fold.combine)
  }
}

/// The specification of MEAN of float32: the sum in float32, divided once; NaN of nothing.
func runMeanReference(_ call: OperatorCall, _ geometry: ReductionGeometry) {
  let output = call.output(0, as: Float.self)
  let count = geometry.outputCount
  guard !geometry.isEmpty else { return output.initialize(repeating: .nan, count: count) }
  let sums = call.scratch.bindMemory(to: Float.self, capacity: count)
  sums.initialize(repeating: 0, count: count)
  reduce(call.workers, call.input(0, as: Float.self), into: sums, geometry) { $0 + $1 }
  call.forEachPart(of: 0..<count) { part in
    for index in part { output[index] = sums[index] / Float(geometry.reducedCount) }
  }
}

/// The specification of MEAN of integers: the sum in 64 bits, divided toward zero; 0 of nothing.
func runMeanReference<Element: FixedWidthInteger>(
  _ call: OperatorCall, _ geometry: ReductionGeometry, of element: Element.Type
) {
  let output = call.output(0, as: element)
  let count = geometry.outputCount
  guard !geometry.isEmpty else { return output.initialize(repeating: 0, count: count) }
  let sums = call.scratch.bindMemory(to: Int64.self, capacity: count)
  sums.initialize(repeating: 0, count: count)
  reduce(call.workers, call.input(0, as: element), into: sums, geometry) { $0 &+ Int64(truncatingIfNeeded: $1) }
  call.forEachPart(of: 0..<count) { part in
    for index in part { output[index] = Element(truncatingIfNeeded: sums[index] / Int64(geometry.reducedCount)) }
  }
}

/// The specification of SUM and MEAN of quantized values; 0 of nothing, whatever that stands for.
///
/// Source: `tflite/kernels/internal/reference/reduce.h`, QuantizedMeanOrSum.
func runQuantizedSumReference<Element: QuantizedInteger>(
  _ call: OperatorCall, _ geometry: ReductionGeometry, _ scaling: some SumScaling, of element: Element.Type
) {
  let output = call.output(0, as: element)
  let count = geometry.outputCount
  guard !geometry.isEmpty else { return output.initialize(repeating: 0, count: count) }
  let sums = call.scratch.bindMemory(to: Int32.self, capacity: count)
  sums.initialize(repeating: 0, count: count)
  reduce(call.workers, call.input(0, as: element), into: sums, geometry) { $0 &+ Int32(truncatingIfNeeded: $1) }
  call.forEachPart(of: 0..<count) { part in
    for index in part { output[index] = scaling.stored(sums[index]) }
  }
}

/// The specification of REDUCE_PROD of quantized values; 0 of nothing, whatever that stands for.
///
/// Source: `tflite/kernels/internal/reference/reduce.h`, QuantizedReduceProd.
func runQuantizedProductReference<Element: QuantizedInteger>(
  _ call: OperatorCall, _ geometry: ReductionGeometry, _ scaling: QuantizedProductScaling, of element: Element.Type
) {
  let output = call.output(0, as: element)
  let count = geometry.outputCount
  guard !geometry.isEmpty else { return output.initialize(repeating: 0, count: count) }
  let products = call.scratch.bindMemory(to: Int32?.self, capacity: count)
  products.initialize(repeating: nil, count: count)
  reduce(call.workers, call.input(0, as: element), into: products, geometry) { current, stored in
    scaling.product(current, Int32(truncatingIfNeeded: stored))
  }
  call.forEachPart(of: 0..<count) { part in
    for index in part { output[index] = scaling.stored(products[index] ?? 0) }
  }
}
