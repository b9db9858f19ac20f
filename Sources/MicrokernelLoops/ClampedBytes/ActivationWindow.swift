#if FOR_X86_64 && arch(x86_64)
/// The activations that are multiplied by any weights without an overflow, as unsigned bytes: `lowest...lowest + reach`.
///
/// It lies as where few activations are outside of it: with the zero point in its middle, since what most activations are is
/// near to that; and from 0 on where the zero point is low, as behind a RELU.
struct ActivationWindow {
  let lowest: UInt8
  let reach: UInt8

  /// - Parameter zeroPoint: of the activations as unsigned bytes.
  init(reach: UInt8, zeroPoint: Int32) {
    self.reach = reach
    let highest = Int32(UInt8.max &- reach)
    lowest = UInt8(truncatingIfNeeded: max(0, min(zeroPoint &- Int32(reach / 2), highest)))
  }

  /// Whether no activation is more than 127 below it or 128 above it, so that sums of two products of what is fit 16 bits,
  /// those of what is below it with the sign changed, too.
  var leavesBytes: Bool { lowest <= 127 && Int(lowest) &+ Int(reach) >= 255 &- 128 }
}
#endif
