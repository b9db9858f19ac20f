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
  let lower: Float
  let upper: Float

  @inline(__always)
  func run(_ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ rows: Range<Int>) {
    let lanes = FloatVector.scalarCount
    let (lowers, uppers) = (FloatVector(repeating: lower), FloatVector(repeating: upper))
    for y in rows {
      let top = y &* shape.strideHeight &- shape.paddingTop
      let ys = max(top, 0)..<max(max(top, 0), min(top &+ shape.kernelHeight, shape.inputHeight))
      for x in 0..<shape.outputWidth {
        let left = x &* shape.strideWidth &- shape.paddingLeft
        let xs = max(left, 0)..<max(max(left, 0), min(left &+ shape.kernelWidth, shape.inputWidth))
        let result = output + 4 &* (y &* shape.outputRowStride &+ x &* shape.outputPixelStride)
        let count = FloatVector(repeating: Float(ys.count &* xs.count))
        var channel = 0
        while channel < shape.channels {
          var combined = Pool.start
          for inputY in ys {
            var pixel =
              input + 4
              &* (inputY &* shape.inputRowStride &+ xs.lowerBound &* shape.inputPixelStride &+ channel)
            for _ in xs {
              combined = Pool.combine(combined, pixel.loadUnaligned(as: FloatVector.self))
              pixel += 4 &* shape.inputPixelStride
            }
          }
          let pooled = minimum(uppers, maximum(lowers, Pool.finish(combined, count: count)))
          storeFloats(pooled, to: result + 4 &* channel, count: min(shape.channels &- channel, lanes))
          channel &+= lanes
        }
      }
    }
  }
}
#endif
