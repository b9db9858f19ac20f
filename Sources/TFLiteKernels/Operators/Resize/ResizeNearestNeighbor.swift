import TFLiteSchema

/// RESIZE_NEAREST_NEIGHBOR: each output pixel is a copy of an input pixel.
///
/// Inputs: pixels [batch, height, width, channels] of any type with whole bytes, size (height and width, int32).
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
