/// The specification of ZEROS_LIKE.
///
/// Source: `tflite/kernels/zeros_like.cc`.
extension ZerosLike {
  func runReference(_ call: OperatorCall) {
    let byteCount = outputShape.reduce(elementSize, *)
    call.outputBytes(0).fill(with: 0, byteCount: byteCount, call.workers)
  }
}
