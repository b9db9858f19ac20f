/// The specification of BROADCAST_ARGS: aligned at the end, of two sizes that is taken which is not 1.
///
/// Source: `tflite/kernels/internal/reference/broadcast_args.h`.
extension BroadcastArgs {
  func runReference(_ call: OperatorCall) throws {
    switch type {
    case .int64: try combine(call, Int64.self)
    default: try combine(call, Int32.self)
    }
  }

  private func combine<Element: FixedWidthInteger>(_ call: OperatorCall, _ type: Element.Type) throws {
    let count = max(counts.first, counts.second)
    var watch = call.stopWatch
    for place in 1...max(1, count) where place <= count {
      try watch.check(after: 4)
      let left = place <= counts.first ? call.input(0, as: type)[counts.first - place] : 1
      let right = place <= counts.second ? call.input(1, as: type)[counts.second - place] : 1
      guard left == right || left == 1 || right == 1 else {
        throw KernelError.value(identity, second, "holds the size \(right), which cannot be broadcast to \(left)")
      }
      call.output(0, as: type)[count - place] = left == 1 ? right : left
    }
  }
}
