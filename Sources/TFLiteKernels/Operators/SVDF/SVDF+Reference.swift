/// The specification of SVDF on float32 activations.
///
/// Source: `tflite/kernels/internal/reference/svdf.h`, EvalFloatSVDF and EvalHybridSVDF.
extension FloatSVDF {
  func runReference(_ call: OperatorCall) {
    let state = call.variable(SVDFInput.state, as: Float.self)
    let bias = call.optionalInput(SVDFInput.bias, as: Float.self)
    let output = call.output(0, as: Float.self)
    let products = call.scratch.bindMemory(to: Float.self, capacity: shape.rank + shape.memory)
    shape.shift(state, call)
    remember(call, in: state)
    var watch = call.stopWatch
    for batch in 0..<shape.batches {
      for unit in 0..<shape.units {
        for part in 0..<shape.rank {
          let filter = unit * shape.rank + part
          if watch.isOver(after: shape.memory) { return }
          let weights = timeWeights(call, filter: filter, into: products + shape.rank)
          products[part] = FourLanes.sequentialDotProduct(
            weights, state + (batch * shape.filters + filter) * shape.memory, count: shape.memory)
        }
        var sum = FourLanes.sequentialSum(products, count: shape.rank)
        if let bias { sum += bias[unit] }
        output[batch * shape.units + unit] = range == .all ? sum : range.clamp(sum)
      }
    }
  }

  /// Puts what each filter makes of the features at the end of its memory.
  private func remember(_ call: OperatorCall, in state: UnsafeMutablePointer<Float>) {
    let input = call.input(0, as: Float.self)
    let quantized = (call.scratch + 4 * (shape.rank + shape.memory)).bindMemory(
      to: Int8.self, capacity: shape.inputSize)
    var watch = call.stopWatch
    for batch in 0..<shape.batches {
      let values = input + batch * shape.inputSize
      let newest = state + batch * shape.filters * shape.memory + shape.memory - 1
      guard let scales else {
        let weights = call.input(SVDFInput.feature, as: Float.self)
        for filter in 0..<shape.filters {
          if watch.isOver(after: shape.inputSize) { return }
          newest[filter * shape.memory] = FourLanes.sequentialDotProduct(
            weights + filter * shape.inputSize, values, count: shape.inputSize)
        }
        continue
      }
      let quantization =
        isAsymmetric
        ? dynamicRange.quantizeAsymmetric(values, count: shape.inputSize, into: quantized)
        : AffineQuantization(
          scale: dynamicRange.quantizeSymmetric(values, count: shape.inputSize, into: quantized), zeroPoint: 0)
      let weights = call.input(SVDFInput.feature, as: Int8.self)
      for filter in 0..<shape.filters {
        if watch.isOver(after: shape.inputSize) { return }
        let product = dotProduct(
          quantized, zeroPoint: quantization.zeroPoint, weights + filter * shape.inputSize, count: shape.inputSize)
        newest[filter * shape.memory] = Float(product) * (quantization.scale * scales.feature)
      }
    }
  }

  /// The time weights of a filter as real numbers.
  private func timeWeights(
    _ call: OperatorCall, filter: Int, into scratch: UnsafeMutablePointer<Float>
  ) -> UnsafePointer<Float> {
    guard let scales else { return call.input(SVDFInput.time, as: Float.self) + filter * shape.memory }
    let stored = call.input(SVDFInput.time, as: Int8.self) + filter * shape.memory
    for step in 0..<shape.memory { scratch[step] = Float(stored[step]) * scales.time }
    return UnsafePointer(scratch)
  }
}

/// The specification of SVDF on int8 activations.
///
/// Source: `tflite/kernels/internal/reference/svdf.h`, EvalIntegerSVDF.
extension SVDF {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Int8.self)
    let (feature, time) = (call.input(SVDFInput.feature, as: Int8.self), call.input(SVDFInput.time, as: Int16.self))
    let bias = call.optionalInput(SVDFInput.bias, as: Int32.self)
    let state = call.variable(SVDFInput.state, as: Int16.self)
    let output = call.output(0, as: Int8.self)
    shape.shift(state, call)
    var watch = call.stopWatch
    for batch in 0..<shape.batches {
      let memories = state + batch * shape.filters * shape.memory
      for filter in 0..<shape.filters {
        if watch.isOver(after: shape.inputSize) { return }
        let sum = dotProduct(
          input + batch * shape.inputSize, zeroPoint: inputZeroPoint, feature + filter * shape.inputSize,
          count: shape.inputSize)
        memories[(filter + 1) * shape.memory - 1] = Int16(stateMultiplier.apply(sum), clampedTo: Int16.range)
      }
      for unit in 0..<shape.units {
        if watch.isOver(after: shape.rank &* shape.memory) { return }
        var sum = bias?[unit] ?? 0
        let first = unit * shape.rank * shape.memory
        for index in first..<first + shape.rank * shape.memory {
          sum &+= Int32(time[index]) &* Int32(memories[index])
        }
        output[batch * shape.units + unit] = Int8(
          outputMultiplier.apply(sum) &+ outputZeroPoint, clampedTo: Int8.range)
      }
    }
  }
}

extension SVDFShape {
  /// Moves every memory by one step. The last step of each is then written anew.
  fileprivate func shift<Element>(_ state: UnsafeMutablePointer<Element>, _ call: OperatorCall) {
    call.forEachPart(of: 0..<batches * filters * memory - 1) { part in
      (state + part.lowerBound).update(from: state + part.lowerBound + 1, count: part.count)
    }
  }
}
