// Users of operators choose an instruction set, and see nothing else of its module.
@_exported import enum TFLiteMicrokernels.InstructionSet
import TFLiteMicrokernels

extension OperatorContext {
  /// The inner loops that the operator may use; nil where it shall run its plain loops.
  var microkernels: Microkernels? { instructionSet.microkernels }
}
