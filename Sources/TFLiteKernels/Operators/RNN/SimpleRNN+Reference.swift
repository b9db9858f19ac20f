/// The specification of RNN, UNIDIRECTIONAL_SEQUENCE_RNN and BIDIRECTIONAL_SEQUENCE_RNN.
///
/// Source: `tflite/kernels/internal/kernel_utils.cc`, RnnBatchStep.
extension SimpleRNN {
  func runReference(_ call: OperatorCall) {
    var watch = call.stopWatch
    for direction in directions {
      for _ in 0..<passes {
        for batch in 0..<batches {
          for index in 0..<steps {
            if watch.isOver(after: 64) { return }
            step(direction, direction.isBackward ? steps - 1 - index : index, batch, call, &watch)
          }
        }
      }
    }
  }

  private func step(
    _ direction: RNNDirection, _ step: Int, _ batch: Int, _ call: OperatorCall, _ watch: inout StopWatch
  ) {
    let place = isTimeMajor ? step * batches + batch : batch * steps + step
    let units = direction.units
    let start = place * direction.outputStride + direction.outputOffset
    let output = call.output(direction.output, as: Float.self) + start
    let state = call.variable(direction.firstWeights + 3, as: Float.self) + batch * units
    let bias = call.input(direction.firstWeights + 2, as: Float.self)
    output.update(from: bias, count: units)
    let input = call.input(direction.input, as: Float.self) + place * inputSize
    add(
      input, count: inputSize, weights: direction.firstWeights, scale: direction.scales.input, to: output, units, call,
      &watch)
    if let auxiliary = direction.auxiliary {
      let size = direction.auxiliarySize
      let values = call.input(auxiliary.input, as: Float.self) + place * size
      add(values, count: size, weights: auxiliary.weights, scale: auxiliary.scale, to: output, units, call, &watch)
    }
    add(
      state, count: units, weights: direction.firstWeights + 1, scale: direction.scales.recurrent, to: output, units,
      call, &watch)
    // So that the state is that of whole steps.
    if watch.isOver(after: 16 &* units) { return }
    for unit in 0..<units { output[unit] = activated(output[unit]) }
    state.update(from: output, count: units)
  }

  /// Adds the products of a matrix and a vector to sums.
  private func add(
    _ values: UnsafePointer<Float>, count: Int, weights position: Int, scale: Float,
    to sums: UnsafeMutablePointer<Float>, _ units: Int, _ call: OperatorCall, _ watch: inout StopWatch
  ) {
    guard isHybrid else {
      let weights = call.input(position, as: Float.self)
      for unit in 0..<units {
        sums[unit] = FourLanes.adding(weights + unit * count, values, count: count, to: sums[unit])
        if watch.isOver(after: count) { return }
      }
      return
    }
    let quantized = call.scratch.bindMemory(to: Int8.self, capacity: count)
    let quantization =
      isAsymmetric
      ? dynamicRange.quantizeAsymmetric(values, count: count, into: quantized)
      : AffineQuantization(
        scale: dynamicRange.quantizeSymmetric(values, count: count, into: quantized), zeroPoint: 0)
    let weights = call.input(position, as: Int8.self)
    for unit in 0..<units {
      let product = dotProduct(quantized, zeroPoint: quantization.zeroPoint, weights + unit * count, count: count)
      sums[unit] += Float(product) * (quantization.scale * scale)
      if watch.isOver(after: count) { return }
    }
  }

  private func activated(_ value: Float) -> Float {
    switch activation {
    case .none: value
    case .relu: 0 < value ? value : 0
    case .relu6:
      // NaN becomes the lower bound, as in C++.
      0 < (6 < value ? 6 : value) ? min(value, 6) : 0
    case .reluN1To1: -1 < (1 < value ? 1 : value) ? min(value, 1) : -1
    case .tanh: FloatGelu.hyperbolicTangent(value)
    case .signBit: value.sign == .minus ? 1 : 0
    }
  }
}
