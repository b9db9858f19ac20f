import Foundation

/// What the program AllocationCounter says of a model: how often it allocates memory.
package struct CountedAllocations {
  /// While the model is prepared.
  package let preparing: Int
  /// While it runs ten times, or a detector looks at ten pictures.
  package let running: Int

  /// - Parameters:
  ///   - model: a model of the zoo.
  ///   - run: how many threads invoke it, or `frames`.
  package init(model: String, run: String) throws {
    let counter = try FinishedProgram(BuiltProducts.executable("AllocationCounter"), [Zoo.model(model), run])
    let counts = counter.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard counter.status == 0, counts.count == 2 else {
      throw CocoaError(.executableLoad, userInfo: [NSLocalizedDescriptionKey: "AllocationCounter failed on \(model)"])
    }
    (preparing, running) = (counts[0], counts[1])
  }
}
