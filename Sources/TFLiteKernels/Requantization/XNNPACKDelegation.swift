import TFLiteSchema

// What TFLite's default runtime hands to XNNPACK. The rest it computes with kernels of its own, and so do we.
//
// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitConv2DNode and its like.
extension OperatorContext {
  /// Whether an operator with weights runs on XNNPACK, which wants all of them to be constants.
  func runsOnXNNPACK(filter: TensorDescriptor, bias: TensorDescriptor?, needsBias: Bool) -> Bool {
    guard numerics.followsXNNPACK, filter.constant != nil else { return false }
    return bias.map { $0.constant != nil } ?? !needsBias
  }
}
