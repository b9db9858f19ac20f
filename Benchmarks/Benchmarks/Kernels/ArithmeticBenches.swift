extension KernelBench {
  static let arithmetic: [KernelBench] = [
    elementwise("addReference", bytesPerElement: 3) { kernels, e in
      {
        kernels.pairs.addReference(
          left: e.left.address, right: e.right.address, output: e.output.address, rows: e.rows, scaled: e.scaled,
          sign: 1, range: e.range)
      }
    },
    elementwise("addByFactors", bytesPerElement: 3) { kernels, e in
      let factors = kernels.pairs.sumFactors(e.scaledForFactors, sign: 1, range: e.range)!
      return {
        kernels.pairs.addByFactors(
          left: e.left.address, right: e.right.address, output: e.output.address, rows: e.rows, factors: factors,
          range: e.range)
      }
    },
    elementwise("addXNNPACK", bytesPerElement: 3) { kernels, e in
      {
        kernels.pairs.addXNNPACK(
          left: e.left.address, right: e.right.address, output: e.output.address, rows: e.rows,
          scaled: e.scaledForXNNPACK, shift: 20, range: e.range)
      }
    },
    elementwise("multiplyReference", bytesPerElement: 3) { kernels, e in
      {
        kernels.pairs.multiplyReference(
          left: e.left.address, right: e.right.address, output: e.output.address, rows: e.rows, scaled: e.scaled,
          range: e.range)
      }
    },
    elementwise("multiplyXNNPACK", bytesPerElement: 3) { kernels, e in
      {
        kernels.pairs.multiplyXNNPACK(
          left: e.left.address, right: e.right.address, output: e.output.address, rows: e.rows, scaled: e.scaled,
          scale: 0x1p-8, range: e.range)
      }
    },
    elementwise("preluReference", bytesPerElement: 3) { kernels, e in
      {
        kernels.pairs.preluReference(
          left: e.left.address, right: e.right.address, output: e.output.address, rows: e.rows, scaled: e.scaled,
          range: e.range)
      }
    },
  ]

  // MARK: Rows of bytes and floats

  /// Scores of an SSD: 1917 boxes and 91 classes.
  private static let (boxes, classes) = (1917, 91)

  static let rows: [KernelBench] = [
    KernelBench(name: "largestBytes \(boxes)x\(classes)", work: .bytesMoved(boxes * classes)) { kernels in
      let (input, maxima) = (Operand(byteCount: boxes * classes), Operand(byteCount: boxes))
      return {
        kernels.reduction.largestBytes(
          input: input.address, rowStride: classes, columns: classes, rows: boxes,
          maxima: maxima.address.assumingMemoryBound(to: UInt8.self))
      }
    },
    KernelBench(name: "largestFloats \(boxes)x\(classes)", work: .bytesMoved(4 * boxes * classes)) { kernels in
      let (input, maxima) = (Operand(floats: boxes * classes), Operand(floats: boxes))
      return {
        kernels.reduction.largestFloats(
          input: input.address, rowStride: 4 * classes, columns: classes, rows: boxes,
          maxima: maxima.address.assumingMemoryBound(to: Float.self))
      }
    },
    KernelBench(name: "transposeBytes 256x256", work: .bytesMoved(2 * 256 * 256)) { kernels in
      let (source, target) = (Operand(byteCount: 256 * 256), Operand(byteCount: 256 * 256))
      return {
        kernels.transposition.transposeBytes(
          source: source.address, sourceStride: 256, target: target.address, targetStride: 256, rows: 256, columns: 256)
      }
    },
    interpolation("interpolateFloat", isFixed: false), interpolation("interpolateFixed", isFixed: true),
  ]

  /// One row of an image that is doubled, 160 pixels of 64 channels: four pixels are read for each that is written.
  private static func interpolation(_ name: String, isFixed: Bool) -> KernelBench {
    let (count, channels) = (160, 64)
    return KernelBench(name: "\(name) \(count)x\(channels)", work: .bytesMoved(5 * count * channels)) { kernels in
      let (top, bottom) = (Operand(byteCount: count * channels), Operand(byteCount: count * channels, seed: 2))
      let output = Operand(byteCount: count * channels)
      let unit: Float = isFixed ? 1024 : 1
      let columns: [PixelPosition] = (0..<count).map { x in
        let right = min((x / 2 + 1) * channels, (count - 1) * channels)
        return (left: x / 2 * channels, right: right, fraction: x % 2 == 0 ? 0 : unit / 2)
      }
      return {
        let interpolate = isFixed ? kernels.interpolation.interpolateFixed : kernels.interpolation.interpolateFloat
        interpolate(top.address, bottom.address, unit / 2, columns, count, channels, output.address)
      }
    }
  }
}

/// Quantization of operands and result.
extension Elements {
  var range: OutputRange { (zeroPoint: 10, lower: 0, upper: 255, isSigned: false) }

  var scaled: ScaledOperands {
    (
      left: (zeroPoint: 120, multiplier: 0x5000_0000, exponent: -1),
      right: (zeroPoint: 130, multiplier: 0x6000_0000, exponent: 0),
      output: (zeroPoint: 10, multiplier: 0x4000_0000, exponent: -18)
    )
  }

  /// No sum lies in the middle between two bytes.
  var scaledForFactors: ScaledOperands {
    (
      left: (zeroPoint: 120, multiplier: 0x4000_0000, exponent: 0),
      right: (zeroPoint: 130, multiplier: 0x6543_210f, exponent: -1),
      output: (zeroPoint: 10, multiplier: 0x5a5a_5a5b, exponent: -18)
    )
  }

  var scaledForXNNPACK: ScaledOperands {
    (
      left: (zeroPoint: 120, multiplier: 400_000, exponent: 0),
      right: (zeroPoint: 130, multiplier: 500_000, exponent: 0),
      output: (zeroPoint: 10, multiplier: 0, exponent: 0)
    )
  }

  /// One row in which every element has its own two operands.
  var rows: PairedRows {
    (rows: 1, count: count, leftStep: 1, rightStep: 1, leftRowStep: count, rightRowStep: count)
  }
}
