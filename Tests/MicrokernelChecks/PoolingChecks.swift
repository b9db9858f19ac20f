import TFLiteMicrokernels
import TestRandomness

private enum PoolingKind { case maximum, average }

private enum FloatPoolingKind { case maximum, mean, rootMeanSquare }

extension PoolingMicrokernels {
  package static var poolingChecks: [MicrokernelCheck] {
    [
      MicrokernelCheck("maxima of windows", seeds: 0..<300) { seed throws(CheckFailure) in
        try check(.maximum, seed: seed)
      },
      MicrokernelCheck("averages of windows", seeds: 0..<300) { seed throws(CheckFailure) in
        try check(.average, seed: seed)
      },
      MicrokernelCheck("maxima of floats", seeds: 0..<200) { seed throws(CheckFailure) in
        try checkFloats(.maximum, seed: seed)
      },
      MicrokernelCheck("means of floats", seeds: 0..<200) { seed throws(CheckFailure) in
        try checkFloats(.mean, seed: seed)
      },
      MicrokernelCheck("root mean squares of floats", seeds: 0..<200) { seed throws(CheckFailure) in
        try checkFloats(.rootMeanSquare, seed: seed)
      },
    ]
  }

  private static func check(_ kind: PoolingKind, seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let isSigned = Bool.random(using: &random)
    let channels = Int.random(in: 1...150, using: &random)
    let (height, width) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
    let (kernelHeight, kernelWidth) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
    let (strideHeight, strideWidth) = (Int.random(in: 1...3, using: &random), Int.random(in: 1...3, using: &random))
    // Every window has a pixel inside.
    let top = Int.random(in: 0..<kernelHeight, using: &random)
    let left = Int.random(in: 0..<kernelWidth, using: &random)
    let (outputHeight, outputWidth) = ((height + top - 1) / strideHeight + 1, (width + left - 1) / strideWidth + 1)
    let shape: ConvolutionShape = (
      inputHeight: height, inputWidth: width, inputRowStride: width * channels, inputPixelStride: channels,
      channels: channels, kernelHeight: kernelHeight, kernelWidth: kernelWidth, strideHeight: strideHeight,
      strideWidth: strideWidth, dilationHeight: 1, dilationWidth: 1, paddingTop: top, paddingLeft: left,
      outputWidth: outputWidth, outputRowStride: outputWidth * channels, outputPixelStride: channels
    )
    let bytes = (0..<height * width * channels).map { _ in UInt8.random(in: 0...255, using: &random) }
    let least: Int32 = isSigned ? -128 : 0
    let lower = least + Int32.random(in: 0...30, using: &random)
    let upper = least + 255 - Int32.random(in: 0...30, using: &random)
    let input = try GuardedBuffer(bytes, slack: 64)
    let output = CanaryBuffer(count: outputHeight * outputWidth * channels, offset: 1)
    let cut = Int.random(in: 0...outputHeight, using: &random)
    for rows in [0..<cut, cut..<outputHeight] {
      switch kind {
      case .maximum:
        Self.maxPool(
          shape, input: input.pointer, output: output.pointer, isSigned: isSigned, lower: lower, upper: upper,
          rows: rows)
      case .average:
        Self.averagePool(
          shape, input: input.pointer, output: output.pointer, isSigned: isSigned, lower: lower, upper: upper,
          rows: rows)
      }
    }
    try expect(output.isIntact, "wrote out of bounds")

    var expected: [UInt8] = []
    for y in 0..<outputHeight {
      for x in 0..<outputWidth {
        for channel in 0..<channels {
          var inside: [Int32] = []
          for inputY in y * strideHeight - top..<y * strideHeight - top + kernelHeight
          where (0..<height).contains(inputY) {
            for inputX in x * strideWidth - left..<x * strideWidth - left + kernelWidth
            where (0..<width).contains(inputX) {
              let byte = bytes[(inputY * width + inputX) * channels + channel]
              inside.append(isSigned ? Int32(Int8(bitPattern: byte)) : Int32(byte))
            }
          }
          let (sum, count) = (inside.reduce(0, +), Int32(inside.count))
          let pooled: Int32 =
            switch kind {
            case .maximum: inside.max()!
            case .average: sum > 0 || !isSigned ? (sum + count / 2) / count : (sum - count / 2) / count
            }
          expected.append(UInt8(truncatingIfNeeded: min(max(pooled, lower), upper)))
        }
      }
    }
    try expect(output.bytes == expected, "other results")
  }

  private static func checkFloats(_ kind: FloatPoolingKind, seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let channels = Int.random(in: 1...70, using: &random)
    let (height, width) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
    let (kernelHeight, kernelWidth) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
    let (strideHeight, strideWidth) = (Int.random(in: 1...3, using: &random), Int.random(in: 1...3, using: &random))
    let top = Int.random(in: 0..<kernelHeight, using: &random)
    let left = Int.random(in: 0..<kernelWidth, using: &random)
    let (outputHeight, outputWidth) = ((height + top - 1) / strideHeight + 1, (width + left - 1) / strideWidth + 1)
    let shape: ConvolutionShape = (
      inputHeight: height, inputWidth: width, inputRowStride: width * channels, inputPixelStride: channels,
      channels: channels, kernelHeight: kernelHeight, kernelWidth: kernelWidth, strideHeight: strideHeight,
      strideWidth: strideWidth, dilationHeight: 1, dilationWidth: 1, paddingTop: top, paddingLeft: left,
      outputWidth: outputWidth, outputRowStride: outputWidth * channels, outputPixelStride: channels
    )
    let values = (0..<height * width * channels).map { _ in
      Int.random(in: 0..<100, using: &random) == 0 ? -Float.infinity : .random(in: -3...3, using: &random)
    }
    let (lower, upper): (Float, Float) = Bool.random(using: &random) ? (-.greatestFiniteMagnitude, 1.5) : (0, 6)
    let input = try GuardedBuffer(values.bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * outputHeight * outputWidth * channels, offset: 4)
    let cut = Int.random(in: 0...outputHeight, using: &random)
    for rows in [0..<cut, cut..<outputHeight] {
      let (input, output) = (input.pointer, output.pointer)
      switch kind {
      case .maximum: Self.maxPoolFloat(shape, input: input, output: output, lower: lower, upper: upper, rows: rows)
      case .mean: Self.averagePoolFloat(shape, input: input, output: output, lower: lower, upper: upper, rows: rows)
      case .rootMeanSquare:
        Self.l2PoolFloat(shape, input: input, output: output, lower: lower, upper: upper, rows: rows)
      }
    }
    try expect(output.isIntact, "wrote out of bounds")
    let results = output.floats
    var position = 0
    for y in 0..<outputHeight {
      for x in 0..<outputWidth {
        for channel in 0..<channels {
          var inside: [Float] = []
          for inputY in y * strideHeight - top..<y * strideHeight - top + kernelHeight
          where (0..<height).contains(inputY) {
            for inputX in x * strideWidth - left..<x * strideWidth - left + kernelWidth
            where (0..<width).contains(inputX) {
              inside.append(values[(inputY * width + inputX) * channels + channel])
            }
          }
          let count = Float(inside.count)
          let pooled =
            switch kind {
            case .maximum: inside.reduce(-.greatestFiniteMagnitude) { $0 < $1 ? $1 : $0 }
            case .mean: inside.reduce(0) { $0 + $1 } / count
            case .rootMeanSquare: (inside.reduce(0) { $0 + $1 * $1 } / count).squareRoot()
            }
          let raised = pooled < lower ? lower : pooled
          let expected = upper < raised ? upper : raised
          guard results[position].bitPattern == expected.bitPattern || results[position].isNaN && expected.isNaN else {
            throw CheckFailure(
              "channel \(channel) of (\(y), \(x)) is \(results[position].bitPattern), not \(expected.bitPattern)")
          }
          position += 1
        }
      }
    }
  }
}
