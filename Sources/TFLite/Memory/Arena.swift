import TFLiteCLibrary

/// The memory of all activations: one aligned block that starts as zeros.
final class Arena {
  let base: UnsafeMutableRawPointer
  private let block: UnsafeMutableRawPointer

  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the system gives no memory.
  init(byteCount: Int) throws(InterpreterError) {
    guard let block = calloc(byteCount + ArenaPlan.alignment, 1) else {
      throw .tensorFlowLiteError("the system gives no memory for \(byteCount) bytes of activations")
    }
    self.block = block
    base = block.alignedUp(toMultipleOf: ArenaPlan.alignment)
  }

  deinit { free(block) }
}
