import TFLiteSchema

/// RESIZE_NEAREST_NEIGHBOR of elements of any size.
struct ResizeNearestNeighbor: TotalOperator {
  let geometry: ResizeGeometry
  let elementSize: Int
  /// nil where plain loops have to do.
  var vector: VectorResizeNearestNeighbor?

  var outputShapes: [[Int]] { [geometry.output] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call) }
    call.workers.forEachRange(of: geometry.batches * geometry.outputHeight) { runReference(call, rows: $0) }
  }
}

/// RESIZE_NEAREST_NEIGHBOR: each output pixel is a copy of an input pixel.
///
/// Inputs: pixels [batch, height, width, channels]; output height and width [2], int32. Output:
/// [batch, output height, output width, channels], of the same type.
///
/// TFLite takes elements of 1, 2 and 4 bytes; here they may have any whole number of bytes.
///
/// Source: `tflite/kernels/resize_nearest_neighbor.cc`; `tflite/kernels/internal/reference/resize_nearest_neighbor.h`.
enum ResizeNearestNeighborOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let options = try context.options(ResizeNearestNeighborOptions.self)
    var resize = ResizeNearestNeighbor(
      geometry: try context.resizeGeometry(
        alignCorners: options.alignCorners, halfPixelCenters: options.halfPixelCenters),
      elementSize: try context.elementSize(of: try context.input(0)))
    resize.vector = VectorResizeNearestNeighbor(context, resize)
    return resize
  }
}
