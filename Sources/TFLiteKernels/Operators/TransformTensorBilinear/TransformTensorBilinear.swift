import TFLiteSchema

/// TransformTensorBilinear: an image as a matrix moves it, whose pixels are interpolated between four; 0 outside.
///
/// Inputs, float32: an image [1, height, width, channels]; a matrix of 4 rows and 4 columns, whose first two rows lead from
/// pixels of the output to places in the image. Output: [1, output height, output width, channels], float32. Version 1 has
/// its size in the option `output_size`, and takes whole numbers for the corners of pixels; version 2 has it in
/// `output_height` and `output_width`, and takes them for middles.
///
/// MediaPipe does not look at these options: it goes by the output's shape in the file. It takes several images, and
/// computes the first one; here that is an error.
///
/// Source: `mediapipe/util/tflite/operations/transform_tensor_bilinear.cc`.
enum TransformTensorBilinearOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    try context.requireActivationType(of: Self.self)
    let image = try context.input(0)
    try context.requireMatrix(1)
    try context.require(context.output(0), type: .float32)
    try context.require(image, rank: 4...4)
    try context.requireElements(image)
    guard image.shape[0] == 1 else {
      throw KernelError.shape(
        context.identity, image.identity, found: image.shape, expected: "1 as its first dimension")
    }
    let (isFirst, options) = (try context.isFirstOfTwoVersions(), try CustomOptions(context))
    let sizes = 1...Int(Int32.max)
    let size: [Int]
    if isFirst {
      size = try options.integers("output_size", in: sizes)
      let mode = options.text("mode") ?? "bilinear"
      guard mode == "bilinear" else {
        throw KernelError.option(context.identity, name: "mode", found: mode, expected: "bilinear")
      }
      guard size.count == 2 else {
        throw KernelError.option(
          context.identity, name: "output_size", found: "\(size.count) numbers", expected: "a height and a width")
      }
    } else {
      size = [try options.integer("output_height", in: sizes), try options.integer("output_width", in: sizes)]
    }
    return TransformTensorBilinear(
      height: image.shape[1], width: image.shape[2], channels: image.shape[3], outputHeight: size[0],
      outputWidth: size[1], hasMiddles: !isFirst)
  }
}

/// TransformTensorBilinear of known sizes.
struct TransformTensorBilinear: TotalOperator {
  let height: Int
  let width: Int
  let channels: Int
  let outputHeight: Int
  let outputWidth: Int
  /// Whether whole numbers are the middles of pixels.
  let hasMiddles: Bool

  var outputShapes: [[Int]] { [[1, outputHeight, outputWidth, channels]] }

  func run(_ call: OperatorCall) {
    call.workers.forEachRange(of: outputHeight) { runReference(call, rows: $0) }
  }
}
