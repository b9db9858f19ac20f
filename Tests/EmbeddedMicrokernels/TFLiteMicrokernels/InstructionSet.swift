// What stands in for the rest of the module TFLiteMicrokernels, whose tables of families Embedded Swift cannot hold: it
// has no existential types.

/// The instructions that the program knows.
public enum InstructionSet { case portable, neonDotprod, neonI8MM }

/// The namespace of the shapes.
public enum Microkernels {}
