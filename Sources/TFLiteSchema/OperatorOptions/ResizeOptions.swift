/// Options of RESIZE_BILINEAR.
public struct ResizeBilinearOptions: OperatorOptions {
  /// Whether the corner samples of input and output coincide.
  public var alignCorners: Bool = false

  /// Whether samples lie in the middle of pixels.
  public var halfPixelCenters: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(2, "align_corners", &alignCorners)
    try visitor.visit(3, "half_pixel_centers", &halfPixelCenters)
  }
}

/// Options of RESIZE_NEAREST_NEIGHBOR.
public struct ResizeNearestNeighborOptions: OperatorOptions {
  /// Whether the corner samples of input and output coincide.
  public var alignCorners: Bool = false

  /// Whether samples lie in the middle of pixels.
  public var halfPixelCenters: Bool = false

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "align_corners", &alignCorners)
    try visitor.visit(1, "half_pixel_centers", &halfPixelCenters)
  }
}
