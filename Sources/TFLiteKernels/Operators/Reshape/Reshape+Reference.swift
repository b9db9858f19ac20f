/// The specification of RESHAPE: a copy.
extension Reshape {
  func runReference(_ call: OperatorCall) {
    call.outputBytes(0).copyMemory(from: call.inputBytes(0), byteCount: byteCount, call.workers)
  }
}
