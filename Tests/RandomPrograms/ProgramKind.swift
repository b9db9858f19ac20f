/// What a program of random calls uses.
package enum ProgramKind: String, CaseIterable, Sendable {
  case interpreter
  case objectDetector
  case imageLabeler
  case modelManager

  /// Makes the calls that a seed stands for, wrong ones among them, then uses the same object as one should.
  ///
  /// Several may run at once: interpreters of one model share it.
  ///
  /// - Throws: ``ProgramFinding`` where an error is none of the interface, or where the object gives other results than
  ///   a new one.
  package func run(seed: UInt64) async throws(ProgramFinding) {
    do {
      switch self {
      case .interpreter: try await InterpreterProgram.run(seed: seed)
      case .objectDetector: try await VisionProgram.objectDetector(seed: seed).run()
      case .imageLabeler: try await VisionProgram.imageLabeler(seed: seed).run()
      case .modelManager: try await ModelManagerProgram.run(seed: seed)
      }
    } catch {
      throw ProgramFinding(kind: self, seed: seed, what: "\(error)")
    }
  }
}

/// What should not have happened, and how to see it again.
package struct ProgramFinding: Error, CustomStringConvertible {
  let kind: ProgramKind
  let seed: UInt64
  let what: String

  package var description: String { "\(kind.rawValue), seed \(seed): \(what)" }
}

/// A state that should not be.
struct Wrong: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
