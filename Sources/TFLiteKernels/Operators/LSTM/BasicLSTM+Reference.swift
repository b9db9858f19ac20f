/// The specification of LSTM with the kernel BASIC.
///
/// Source: `tflite/kernels/lstm.cc`, basic; `tflite/kernels/internal/reference/lstm_cell.h`.
extension BasicLSTM {
  func runReference(_ call: OperatorCall) {
    switch arithmetic {
    case .float:
      guard join(call, as: Float.self), computeFloatGates(call), updateFloats(call) else { return }
      keepStates(call, output: Float.self, state: Float.self)
    case .integer(let weightZeroPoint, let scale):
      guard join(call, as: UInt8.self), computeGates(call, weightZeroPoint: weightZeroPoint, scale: scale),
        updateIntegers(call)
      else { return }
      keepStates(call, output: UInt8.self, state: Int16.self)
    }
  }

  // The loops return false if the run has been stopped before.

  /// The activations of each batch, and behind them its output before.
  private func join<Element>(_ call: OperatorCall, as type: Element.Type) -> Bool {
    var watch = call.stopWatch
    let (input, before) = (call.input(0, as: type), call.input(1, as: type))
    let joined = call.output(2, as: type)
    for batch in 0..<batches {
      (joined + batch * depth).update(from: input + batch * inputSize, count: inputSize)
      (joined + batch * depth + inputSize).update(from: before + batch * cells, count: cells)
      if watch.isOver(after: depth &+ 8) { return false }
    }
    return true
  }

  private func keepStates<Output, State>(_ call: OperatorCall, output: Output.Type, state: State.Type) {
    guard keepsStates else { return }
    UnsafeMutableRawPointer(call.variable(1, as: output)).copyMemory(
      from: call.outputBytes(0), byteCount: batches * cells * MemoryLayout<Output>.stride, call.workers)
    UnsafeMutableRawPointer(call.variable(4, as: state)).copyMemory(
      from: call.outputBytes(1), byteCount: batches * cells * MemoryLayout<State>.stride, call.workers)
  }

  // MARK: - float32

  private func computeFloatGates(_ call: OperatorCall) -> Bool {
    var watch = call.stopWatch
    let (weights, bias) = (call.input(2, as: Float.self), call.input(3, as: Float.self))
    let (joined, gates) = (call.output(2, as: Float.self), call.output(3, as: Float.self))
    for batch in 0..<batches {
      for row in 0..<4 * cells {
        let (factors, values) = (weights + row * depth, joined + batch * depth)
        let sum =
          switch order(batch: batch, row: row) {
          case .fourLanes: FourLanes.dotProduct(factors, values, count: depth)
          case .alternating: alternatingDotProduct(factors, values)
          case .sequential: sequentialDotProduct(factors, values)
          }
        gates[batch * 4 * cells + row] = sum + bias[row]
        if watch.isOver(after: depth) { return false }
      }
    }
    return true
  }

  /// The order in which products are added.
  private enum SummationOrder {
    case fourLanes
    /// Those at even places apart from those at odd ones, as long as there are eight.
    case alternating
    case sequential
  }

  /// Eigen's order, which depends on how a product of matrices is cut into pieces. (From some 500 factors on, it also cuts
  /// sums into parts that fit into the processor's cache; here they stay whole.)
  ///
  /// Source: Eigen, `GeneralBlockPanelKernel.h` (lhs_process_one_packet), `GeneralMatrixMatrix.h` and
  /// `GeneralMatrixVector.h`.
  private func order(batch: Int, row: Int) -> SummationOrder {
    let isSmall = depth + 4 * cells + batches < 20
    if batches == 1 || isSmall { return .fourLanes }
    // Rows are taken by eight, and the last four of them as pairs of steps; batches by four.
    let isLastPanel = cells % 2 == 1 && row >= 4 * cells - 4
    return isLastPanel && batch < batches & ~3 ? .alternating : .sequential
  }

  private func sequentialDotProduct(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) -> Float {
    var sum: Float = 0
    for index in 0..<depth { sum += a[index] * b[index] }
    return sum
  }

  private func alternatingDotProduct(_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) -> Float {
    var (even, odd): (Float, Float) = (0, 0)
    let whole = depth & ~7
    for index in stride(from: 0, to: whole, by: 2) {
      even += a[index] * b[index]
      odd += a[index + 1] * b[index + 1]
    }
    var sum = even + odd
    for index in whole..<depth { sum += a[index] * b[index] }
    return sum
  }

  private func updateFloats(_ call: OperatorCall) -> Bool {
    var watch = call.stopWatch
    let gates = call.output(3, as: Float.self)
    let before = call.input(4, as: Float.self)
    let (output, state) = (call.output(0, as: Float.self), call.output(1, as: Float.self))
    for batch in 0..<batches {
      for cell in 0..<cells {
        let place = batch * cells + cell
        func gate(_ number: Int) -> Float { gates[(batch * 4 + number) * cells + cell] }
        // Four at a time of each batch.
        let isInGroup = FourLanes.isInGroup(place, of: batch * cells..<(batch + 1) * cells)
        func logistic(_ number: Int) -> Float { FourLanes.logistic(gate(number), isInGroup: isInGroup) }
        let new = logistic(0) * FloatGelu.hyperbolicTangent(gate(1)) + logistic(2) * before[place]
        state[place] = new
        output[place] = logistic(3) * FloatGelu.hyperbolicTangent(new)
        if watch.isOver(after: 64) { return false }
      }
    }
    return true
  }

  // MARK: - uint8

  private func computeGates(_ call: OperatorCall, weightZeroPoint: Int32, scale: QuantizedMultiplier) -> Bool {
    var watch = call.stopWatch
    let (weights, bias) = (call.input(2, as: UInt8.self), call.input(3, as: Int32.self))
    let (joined, gates) = (call.output(2, as: UInt8.self), call.output(3, as: Int16.self))
    for batch in 0..<batches {
      for row in 0..<4 * cells {
        var sum = bias[row]
        for index in 0..<depth {
          let value = Int32(joined[batch * depth + index]) - 128
          sum &+= value &* (Int32(weights[row * depth + index]) &- weightZeroPoint)
        }
        gates[batch * 4 * cells + row] = Int16(clamping: scaled(sum, by: scale))
        if watch.isOver(after: depth) { return false }
      }
    }
    return true
  }

  /// A sum in steps of a gate. Ties of the second rounding go upward, not away from zero as elsewhere.
  ///
  /// Source: the C library; ruy, which multiplies the matrices.
  private func scaled(_ sum: Int32, by scale: QuantizedMultiplier) -> Int32 {
    let shift = max(0, 0 - scale.exponent)
    let product = saturatingRoundingDoublingHighMultiply(sum &<< max(0, scale.exponent), scale.mantissa)
    return Int32(truncatingIfNeeded: (Int64(product) + (Int64(1) << shift) >> 1) >> shift)
  }

  private func updateIntegers(_ call: OperatorCall) -> Bool {
    var watch = call.stopWatch
    let gates = call.output(3, as: Int16.self)
    let before = call.input(4, as: Int16.self)
    let (output, state) = (call.output(0, as: UInt8.self), call.output(1, as: Int16.self))
    for batch in 0..<batches {
      for cell in 0..<cells {
        let place = batch * cells + cell
        func gate(_ number: Int) -> Int16 { gates[(batch * 4 + number) * cells + cell] }
        let taken = product(FixedPoint16.logistic(gate(0)), FixedPoint16.tanh(gate(1), integerBits: 3))
        // From steps of 2⁻¹⁵ to those of the state.
        let added = roundingDivideByPowerOfTwo(Int32(taken), 4)
        let kept = product(FixedPoint16.logistic(gate(2)), before[place])
        let new = Int16(clamping: added + Int32(kept))
        state[place] = new
        let argument = Int16(clamping: Int32(new) * 2)
        let hidden = product(FixedPoint16.logistic(gate(3)), FixedPoint16.tanh(argument, integerBits: 3))
        let rounded = roundingDivideByPowerOfTwo(Int32(hidden), 8)
        output[place] = UInt8(truncatingIfNeeded: 128 + min(max(rounded, -128), 127))
        if watch.isOver(after: 64) { return false }
      }
    }
    return true
  }

  private func product(_ a: Int16, _ b: Int16) -> Int16 { saturatingRoundingDoublingHighMultiply(a, b) }
}
