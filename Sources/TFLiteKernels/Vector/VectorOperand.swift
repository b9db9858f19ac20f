import TFLiteMicrokernels

/// An input as microkernels take it: padded for reads past its end, if they need that.
struct VectorOperand: Sendable {
  var position: Int
  /// The values of a constant that has no such padding.
  private let copy: PackedBlock?

  /// - Parameter isOverRead: whether the input is read past its end at all.
  init(_ context: OperatorContext, input position: Int, isOverRead: Bool = true) throws(KernelError) {
    self.position = position
    let input = try context.input(position)
    let constant = isOverRead && !input.isPaddedForOverReads ? input.constant : nil
    copy = constant.map { $0.withUnsafeBytes { PackedBlock(paddedForOverReads: $0) } }
  }

  @inline(__always)
  func address(_ call: OperatorCall) -> UnsafeRawPointer { copy?.address ?? call.inputBytes(position) }
}

extension OperatorContext {
  /// The inner loops, if the operator's first input may be read past its end. (An operator on constants alone runs once,
  /// at *prepare*; its plain loops suffice.)
  var microkernelsForActivation: Microkernels? {
    inputs.first??.isPaddedForOverReads == true ? microkernels : nil
  }
}
