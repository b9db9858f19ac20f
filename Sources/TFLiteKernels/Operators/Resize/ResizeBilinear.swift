import TFLiteSchema

/// RESIZE_BILINEAR by one kind of arithmetic.
struct ResizeBilinear<Method: BilinearMethod>: TotalOperator {
  let geometry: ResizeGeometry
  /// nil where plain loops have to do.
  let vector: VectorResizeBilinear?

  var outputShapes: [[Int]] { [geometry.output] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  init(_ context: OperatorContext, _ geometry: ResizeGeometry) {
    self.geometry = geometry
    vector = VectorResizeBilinear(context, Method.self, geometry)
  }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call) }
    call.workers.forEachRange(of: geometry.batches * geometry.outputHeight) { runReference(call, rows: $0) }
  }
}

/// RESIZE_BILINEAR: each output pixel is interpolated between four input pixels.
///
/// Inputs: pixels [batch, height, width, channels]; output height and width [2], int32. Output:
/// [batch, output height, output width, channels], of the same type. uint8 is interpolated in float32, int8 and int16
/// in integers.
///
/// TFLite refuses `align_corners` with `half_pixel_centers` only where the size is a constant; here always.
///
/// Source: `tflite/kernels/resize_bilinear.cc`; `tflite/kernels/internal/reference/resize_bilinear.h`.
enum ResizeBilinearOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.vector(.float32, .uint8, .int8), .plain(.int16)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let options = try context.options(ResizeBilinearOptions.self)
    guard !(options.alignCorners && options.halfPixelCenters) else {
      throw KernelError.option(
        context.identity, name: "half_pixel_centers", found: "true", expected: "false, as align_corners is true")
    }
    let geometry = try context.resizeGeometry(
      alignCorners: options.alignCorners, halfPixelCenters: options.halfPixelCenters)
    let type = try context.activationType(of: Self.self)
    switch (type, try context.xnnpackGeometry(geometry)) {
    case (.uint8, let xnnpack?): return ResizeBilinear<XNNPACKBilinear<UInt8>>(context, xnnpack)
    case (.int8, let xnnpack?): return ResizeBilinear<XNNPACKBilinear<Int8>>(context, xnnpack)
    case (.float32, _): return ResizeBilinear<Float>(context, geometry)
    case (.uint8, _): return ResizeBilinear<UInt8>(context, geometry)
    case (.int8, _): return ResizeBilinear<Int8>(context, geometry)
    default: return ResizeBilinear<Int16>(context, geometry)
    }
  }
}
