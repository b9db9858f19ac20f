import TFLiteElementaryFunctions

/// The specification of MULTINOMIAL.
///
/// Source: `tflite/kernels/random_ops.cc`, GenerateMultinomialNumbers.
extension Multinomial {
  func runReference<Class: FixedWidthInteger>(_ call: OperatorCall, as type: Class.Type) {
    let logits = call.input(0, as: Float.self)
    let output = call.output(0, as: Class.self)
    let distribution = call.scratch.bindMemory(to: Double.self, capacity: classes)
    place.draw { stored in
      let before = stored
      var generator = stored
      // Whatever a run draws, the next one starts so far behind.
      stored.skip(UInt64(batches) &* UInt64((samples &+ 3) / 4 &* 4) &* 512)
      var words = SIMD4<UInt32>()
      var used = 4
      var watch = call.stopWatch
      for batch in 0..<batches {
        let total = accumulate(logits + batch * classes, into: distribution, &watch)
        // As if there had been no run.
        if watch.isOver(after: 16) { return stored = before }
        for sample in 0..<samples {
          if watch.isOver(after: 32) { return stored = before }
          if used == 4 {
            words = generator.next()
            used = 0
          }
          let wanted = PhiloxGenerator.uniformDouble(words[used], words[used + 1]) * total
          used += 2
          output[batch * samples + sample] = Class(truncatingIfNeeded: firstAbove(wanted, in: distribution))
        }
      }
    }
  }

  /// The cumulative distribution, not divided by its last value, which is returned. Infinite logits and NaN count as
  /// impossible classes.
  private func accumulate(
    _ logits: UnsafePointer<Float>, into distribution: UnsafeMutablePointer<Double>, _ watch: inout StopWatch
  ) -> Double {
    var largest = -Float.greatestFiniteMagnitude
    watch.forEachPart(of: 0..<classes) { part in
      for index in part where logits[index].isFinite { largest = max(largest, logits[index]) }
    }
    var total = 0.0
    watch.forEachPart(of: 0..<classes, stepsPerElement: 16) { part in
      for index in part {
        if logits[index].isFinite { total += ElementaryFunctions.exp(Double(logits[index]) - Double(largest)) }
        distribution[index] = total
      }
    }
    return total
  }

  /// The first place with a value above `wanted`; the number of classes where there is none.
  private func firstAbove(_ wanted: Double, in distribution: UnsafePointer<Double>) -> Int {
    var (low, high) = (0, classes)
    while low < high {
      let middle = (low + high) / 2
      if wanted < distribution[middle] { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
