import TFLiteElementaryFunctions
import TFLiteSchema

/// LOCAL_RESPONSE_NORMALIZATION: every element is divided by a power of the sum of squares of its neighbors in the last
/// dimension: x · (bias + alpha · Σ x²) ^ -beta, where all but x and the sum is in double. The sum goes from `radius`
/// channels before to `radius - 1` behind.
///
/// Input: [batch, height, width, channels], float32. Output: its shape and type.
///
/// Source: `tflite/kernels/local_response_norm.cc`; `tflite/kernels/internal/reference/reference_ops.h`,
/// LocalResponseNormalization.
enum LocalResponseNormalizationOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    try context.requireActivationType(of: Self.self)
    let input = try context.input(0)
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(input, rank: 4...4)
    let options = try context.options(LocalResponseNormalizationOptions.self)
    return LocalResponseNormalization(
      outputShape: input.shape, radius: Int(options.radius), bias: Double(options.bias),
      alpha: Double(options.alpha), beta: Double(options.beta))
  }
}

struct LocalResponseNormalization: TotalOperator {
  let outputShape: [Int]
  let radius: Int
  let bias: Double
  let alpha: Double
  let beta: Double

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    let channels = outputShape[3]
    call.workers.forEachRange(of: outputShape.dropLast().wrappingProduct) { pixels in
      var watch = call.stopWatch
      for pixel in channels > 0 ? pixels : 0..<0 {
        let values = call.input(0, as: Float.self) + pixel * channels
        let results = call.output(0, as: Float.self) + pixel * channels
        for channel in 0..<channels {
          var sum: Float = 0
          let first = max(0, channel - radius)
          for neighbor in first..<max(first, min(channels, channel + radius)) {
            sum += values[neighbor] * values[neighbor]
          }
          if watch.isOver(after: 64 + min(channels, 2 &* radius)) { return }
          results[channel] = values[channel] * Float(ElementaryFunctions.pow(bias + alpha * Double(sum), -beta))
        }
      }
    }
  }
}
