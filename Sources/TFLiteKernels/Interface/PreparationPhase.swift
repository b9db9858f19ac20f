/// When an operator is prepared.
package enum PreparationPhase: Sendable {
  /// Before the first run; only constants have values.
  case allocation
  /// In a run, just before it is to compute; all its inputs have values.
  case run
}
