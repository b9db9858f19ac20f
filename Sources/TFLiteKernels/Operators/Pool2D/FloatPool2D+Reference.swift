/// The specification of pooling in float32: the values of a window are combined one after the other. `rows` counts the
/// output rows of all images.
///
/// Source: `tflite/kernels/internal/reference/pooling.h`.
extension FloatPool2D {
  func runReference<Pooling: FloatPooling>(_ call: OperatorCall, rows: Range<Int>, _ pooling: Pooling.Type) {
    let input = call.input(0, as: Float.self)
    let (vertical, horizontal) = (window.vertical, window.horizontal)
    var result = call.output(0, as: Float.self) + rows.lowerBound * horizontal.outputSize * channels

    var watch = call.stopWatch
    for row in rows {
      let (batch, outputY) = row.quotientAndRemainder(dividingBy: vertical.outputSize)
      let image = input + batch * vertical.inputSize * horizontal.inputSize * channels
      let tapsY = vertical.tapsInside(output: outputY)
      for outputX in 0..<horizontal.outputSize {
        let tapsX = horizontal.tapsInside(output: outputX)
        for channel in 0..<channels {
          var combined = Pooling.start
          for tapY in tapsY {
            let inputY = vertical.inputPosition(output: outputY, tap: tapY)
            for tapX in tapsX {
              let inputX = horizontal.inputPosition(output: outputX, tap: tapX)
              combined = Pooling.combine(combined, image[(inputY * horizontal.inputSize + inputX) * channels + channel])
            }
          }
          result.pointee = range.clamp(Pooling.finish(combined, count: tapsY.count * tapsX.count))
          result += 1
          if watch.isOver(after: tapsY.count &* tapsX.count) { return }
        }
      }
    }
  }
}

/// How the values of a window become one. These are types, not closures, so that each of them gets loops of its own.
protocol FloatPooling {
  /// What the first value is combined with.
  static var start: Float { get }
  static func combine(_ combined: Float, _ value: Float) -> Float
  static func finish(_ combined: Float, count: Int) -> Float
}

enum AveragePooling: FloatPooling {
  static var start: Float { 0 }
  static func combine(_ combined: Float, _ value: Float) -> Float { combined + value }
  static func finish(_ combined: Float, count: Int) -> Float { combined / Float(count) }
}

enum MaxPooling: FloatPooling {
  static var start: Float { -.greatestFiniteMagnitude }
  static func combine(_ combined: Float, _ value: Float) -> Float { combined < value ? value : combined }
  static func finish(_ combined: Float, count: Int) -> Float { combined }
}

enum L2Pooling: FloatPooling {
  static var start: Float { 0 }
  static func combine(_ combined: Float, _ value: Float) -> Float { combined + value * value }
  static func finish(_ combined: Float, count: Int) -> Float { (combined / Float(count)).squareRoot() }
}
