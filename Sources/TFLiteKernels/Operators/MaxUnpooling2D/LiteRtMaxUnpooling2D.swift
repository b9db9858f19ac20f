import TFLiteSchema

/// LiteRtMaxUnpooling2D: values go back to where a pooling has found them; 0 is everywhere else.
///
/// Inputs: values [batch, height, width, channels], float32; the place of each among the elements of its image, of the
/// same shape, int32. Output: an image, float32, whose size follows from how the window of the pooling moved. The options
/// are a structure, TfLitePoolParams. Under the name MaxUnpooling2D it is the same.
///
/// TFLite writes wherever a place leads; here a place outside of the output is an error.
///
/// Source: `tflite/kernels/perception/max_unpooling_2d.cc`.
enum LiteRtMaxUnpooling2DOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.unpooling(of: Self.self)
    let (values, places) = (try context.input(0), try context.input(1))
    try context.require(places, type: .int32)
    func size(_ size: Int, _ window: Int, _ stride: Int32) -> Int {
      options.padding == .same ? size * Int(stride) : (size - 1) * Int(stride) + window
    }
    return MaxUnpooling2D(
      identity: context.identity, places: places.identity, shape: values.shape,
      outputShape: [
        values.shape[0], size(values.shape[1], options.height, options.strideH),
        size(values.shape[2], options.width, options.strideW), values.shape[3],
      ], cells: nil)
  }
}
