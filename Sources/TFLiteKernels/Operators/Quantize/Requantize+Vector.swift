extension Requantize {
  /// The same as a table: from 8 bits to 8 bits.
  func vector(_ context: OperatorContext) throws(KernelError) -> LookupTable {
    try LookupTable(context, from: Input.self, to: Output.self) { stored in
      multiplier.apply(stored &- inputZeroPoint) &+ outputZeroPoint
    }
  }
}
