/// An input as microkernels take it: with over-read padding, if they need that.
struct VectorOperand: Sendable {
  private let position: Int
  /// The values of a constant without such padding.
  private let copy: PackedBlock?

  private static let slack = 64

  /// - Parameter needsSlack: whether the input is read past its end at all.
  init(_ context: OperatorContext, input position: Int, needsSlack: Bool = true) throws(KernelError) {
    self.position = position
    let input = try context.input(position)
    let constant = needsSlack && !input.hasRoomBehind ? input.constant : nil
    copy = constant.map { constant in
      PackedBlock(byteCount: constant.count + Self.slack) { memory in
        constant.withUnsafeBytes { bytes in
          UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
        }
        (memory + constant.count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.slack)
      }
    }
  }

  @inline(__always)
  func address(_ call: OperatorCall) -> UnsafeRawPointer { copy?.address ?? call.inputBytes(position) }
}

extension OperatorContext {
  /// The inner loops, if the operator's first input has over-read padding. (An operator on constants alone runs once,
  /// at *prepare*; its plain loops suffice.)
  var microkernelsForActivation: (any Microkernels.Type)? {
    inputs.first??.hasRoomBehind == true ? microkernels : nil
  }
}
