/// Options of AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D.
public struct Pool2DOptions: OperatorOptions {
  /// How the borders of the input are padded.
  public var padding: Padding = .same

  /// Step between windows along the width.
  public var strideW: Int32 = 0

  /// Step between windows along the height.
  public var strideH: Int32 = 0

  /// Width of the window.
  public var filterWidth: Int32 = 0

  /// Height of the window.
  public var filterHeight: Int32 = 0

  /// Activation applied to the result.
  public var fusedActivationFunction: ActivationFunctionType = .none

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "padding", &padding)
    try visitor.visit(1, "stride_w", &strideW)
    try visitor.visit(2, "stride_h", &strideH)
    try visitor.visit(3, "filter_width", &filterWidth)
    try visitor.visit(4, "filter_height", &filterHeight)
    try visitor.visit(5, "fused_activation_function", &fusedActivationFunction)
  }
}
