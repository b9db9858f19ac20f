import TFLiteSchema

/// RESIZE_BILINEAR: each output pixel is interpolated between four input pixels.
///
/// Inputs: pixels [batch, height, width, channels], size (height and width, int32).
struct ResizeBilinear<Element: BilinearElement>: TotalOperator {
  let geometry: ResizeGeometry
  /// nil where plain loops have to do.
  let vector: VectorResizeBilinear?

  var outputShapes: [[Int]] { [geometry.output] }

  init(_ context: OperatorContext, _ geometry: ResizeGeometry) {
    self.geometry = geometry
    vector = VectorResizeBilinear(context, Element.self, geometry)
  }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call) }
    call.workers.forEachRange(of: geometry.batches * geometry.outputHeight) { runReference(call, rows: $0) }
  }
}

/// RESIZE_NEAREST_NEIGHBOR: each output pixel is a copy of an input pixel.
///
/// Inputs: pixels [batch, height, width, channels] of any type with whole bytes, size (height and width, int32).
struct ResizeNearestNeighbor: TotalOperator {
  let geometry: ResizeGeometry
  let elementSize: Int
  /// nil where plain loops have to do.
  var vector: VectorResizeNearestNeighbor?

  var outputShapes: [[Int]] { [geometry.output] }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call) }
    call.workers.forEachRange(of: geometry.batches * geometry.outputHeight) { runReference(call, rows: $0) }
  }
}

/// The sizes of a resized tensor and how its pixels lie on the input's.
struct ResizeGeometry: Equatable, Sendable {
  let batches: Int
  let channels: Int
  let inputHeight: Int
  let inputWidth: Int
  let outputHeight: Int
  let outputWidth: Int
  /// The pixels in the corners of input and output coincide.
  let alignCorners: Bool
  /// Positions are those of the middles of pixels.
  let halfPixelCenters: Bool

  var output: [Int] { [batches, outputHeight, outputWidth, channels] }
}

extension OperatorContext {
  fileprivate func resizeGeometry(alignCorners: Bool, halfPixelCenters: Bool) throws(KernelError) -> ResizeGeometry {
    let (input, size) = (try input(0), try input(1))
    try require(output(0), sameTypeAs: input)
    try require(input, rank: 4...4)
    try requireElements(input)
    try require(size, type: .int32)
    try require(size, shape: [2])
    let sizes = try integers(size)
    guard sizes.allSatisfy({ $0 >= 1 }) else {
      throw .value(identity, size.identity, "holds the size \(sizes), expected at least 1 row and column")
    }
    return ResizeGeometry(
      batches: input.shape[0], channels: input.shape[3], inputHeight: input.shape[1], inputWidth: input.shape[2],
      outputHeight: sizes[0], outputWidth: sizes[1], alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
  }
}

enum ResizeBilinearOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let options = try context.options(ResizeBilinearOptions.self)
    guard !(options.alignCorners && options.halfPixelCenters) else {
      throw KernelError.option(
        context.identity, name: "half_pixel_centers", found: "true", expected: "false, as align_corners is true")
    }
    let geometry = try context.resizeGeometry(
      alignCorners: options.alignCorners, halfPixelCenters: options.halfPixelCenters)
    let input = try context.input(0)
    try context.require(input, type: .float32, .uint8, .int8, .int16)
    return switch input.type {
    case .float32: ResizeBilinear<Float>(context, geometry)
    case .uint8: ResizeBilinear<UInt8>(context, geometry)
    case .int8: ResizeBilinear<Int8>(context, geometry)
    default: ResizeBilinear<Int16>(context, geometry)
    }
  }
}

enum ResizeNearestNeighborOperator {
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
