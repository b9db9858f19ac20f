#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The largest of each channel's floats under a window that slides over an image; windows are cut off at the image's
  /// edges. Not a number counts as nothing.
  ///
  /// Computes the output rows `rows`.
  ///
  /// - Parameters:
  ///   - shape: the window is the kernel; dilations are not used.
  ///   - input: readable for 64 bytes past its end.
  ///   - lower, upper: the results' bounds; a result that is not a number stays.
  @inline(never)
  public static func maxPoolFloat(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float,
    rows: Range<Int>
  ) {
    FloatPoolLoop<FloatMaximum>(shape: shape, lower: lower, upper: upper).run(input, output, rows)
  }

  /// The mean of each channel's floats under a window, as `maxPoolFloat`: the sum, added row by row from left to right,
  /// divided by the number of pixels inside.
  @inline(never)
  public static func averagePoolFloat(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float,
    rows: Range<Int>
  ) {
    FloatPoolLoop<FloatMean>(shape: shape, lower: lower, upper: upper).run(input, output, rows)
  }

  /// The square root of the mean square, otherwise as `averagePoolFloat`.
  @inline(never)
  public static func l2PoolFloat(
    _ shape: ConvolutionShape, input: UnsafeRawPointer, output: UnsafeMutableRawPointer, lower: Float, upper: Float,
    rows: Range<Int>
  ) {
    FloatPoolLoop<FloatRootMeanSquare>(shape: shape, lower: lower, upper: upper).run(input, output, rows)
  }
}

/// What a window makes of the floats under it, a vector of channels at a time.
protocol FloatPool {
  static var start: FloatVector { get }
  static func combine(_ combined: FloatVector, _ values: FloatVector) -> FloatVector
  static func finish(_ combined: FloatVector, count: FloatVector) -> FloatVector
}

enum FloatMaximum: FloatPool {
  @inline(__always) static var start: FloatVector { FloatVector(repeating: -.greatestFiniteMagnitude) }

  @inline(__always) static func combine(_ combined: FloatVector, _ values: FloatVector) -> FloatVector {
    maximum(values, combined)
  }

  @inline(__always) static func finish(_ combined: FloatVector, count: FloatVector) -> FloatVector { combined }
}

enum FloatMean: FloatPool {
  @inline(__always) static var start: FloatVector { FloatVector() }

  @inline(__always) static func combine(_ combined: FloatVector, _ values: FloatVector) -> FloatVector {
    combined + values
  }

  @inline(__always) static func finish(_ combined: FloatVector, count: FloatVector) -> FloatVector { combined / count }
}

enum FloatRootMeanSquare: FloatPool {
  @inline(__always) static var start: FloatVector { FloatVector() }

  @inline(__always) static func combine(_ combined: FloatVector, _ values: FloatVector) -> FloatVector {
    combined + values * values
  }

  @inline(__always) static func finish(_ combined: FloatVector, count: FloatVector) -> FloatVector {
    (combined / count).squareRoot()
  }
}

/// Slides the window.
struct FloatPoolLoop<Pool: FloatPool> {
  let shape: EntryPoints.ConvolutionShape
  let lowers: FloatVector
  let uppers: FloatVector

  init(shape: EntryPoints.ConvolutionShape, lower: Float, upper: Float) {
    self.shape = shape
    (lowers, uppers) = (FloatVector(repeating: lower), FloatVector(repeating: upper))
  }

  /// What lies under the window in one place, from some channel on.
  private struct Window {
    let first: UnsafeRawPointer
    let height: Int
    let width: Int
  }

  @inline(__always)
  func run(_ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ rows: Range<Int>) {
    for y in rows {
      let ys = cut(y &* shape.strideHeight &- shape.paddingTop, shape.kernelHeight, to: shape.inputHeight)
      for x in 0..<shape.outputWidth {
        let xs = cut(x &* shape.strideWidth &- shape.paddingLeft, shape.kernelWidth, to: shape.inputWidth)
        pool(
          Window(
            first: input + 4
              &* (ys.lowerBound &* shape.inputRowStride &+ xs.lowerBound &* shape.inputPixelStride),
            height: ys.count, width: xs.count),
          to: output + 4 &* (y &* shape.outputRowStride &+ x &* shape.outputPixelStride))
      }
    }
  }

  /// The part of a window that lies inside the image.
  @inline(__always) private func cut(_ start: Int, _ length: Int, to size: Int) -> Range<Int> {
    max(start, 0)..<max(max(start, 0), min(start &+ length, size))
  }

  /// All channels of one place: as many at once as there are registers for, since most windows are small.
  @inline(__always) private func pool(_ window: Window, to result: UnsafeMutableRawPointer) {
    var channel = 0
    while true {
      switch (shape.channels &- channel &+ FloatVector.scalarCount &- 1) / FloatVector.scalarCount {
      case ...0: return
      case 1: pool(InlineArray<1, Void>.self, window, from: &channel, to: result)
      case 2: pool(InlineArray<2, Void>.self, window, from: &channel, to: result)
      case 3: pool(InlineArray<3, Void>.self, window, from: &channel, to: result)
      default: pool(InlineArray<4, Void>.self, window, from: &channel, to: result)
      }
    }
  }

  /// `V` vectors of channels, of which the last may have fewer.
  @inline(__always)
  private func pool<let V: Int>(
    _: InlineArray<V, Void>.Type, _ window: Window, from channel: inout Int, to result: UnsafeMutableRawPointer
  ) {
    let lanes = FloatVector.scalarCount
    var combined = InlineArray<V, FloatVector>(repeating: Pool.start)
    for y in 0..<window.height {
      var pixel = window.first + 4 &* (y &* shape.inputRowStride &+ channel)
      for _ in 0..<window.width {
        for v in 0..<V {
          combined[unchecked: v] = Pool.combine(
            combined[unchecked: v], pixel.loadUnaligned(fromByteOffset: 4 &* v &* lanes, as: FloatVector.self))
        }
        pixel += 4 &* shape.inputPixelStride
      }
    }
    let count = FloatVector(repeating: Float(window.height &* window.width))
    for v in 0..<V {
      let pooled = minimum(uppers, maximum(lowers, Pool.finish(combined[unchecked: v], count: count)))
      storeFloats(pooled, to: result + 4 &* channel, count: min(shape.channels &- channel, lanes))
      channel &+= lanes
    }
  }
}
#endif
