import TFLiteKernels
import TFLiteSchema
import Testing

/// One thread that counts its looks, and is stopped after so many.
///
/// Nobody cuts work into pieces for it: what is counted are the looks of the loops within one.
private final class CountedLooks: Workers {
  let threadCount = 1
  let stepsPerLook: Int
  private let limit: Int
  nonisolated(unsafe) private(set) var count = 0

  init(stepsPerLook: Int, limit: Int) { (self.stepsPerLook, self.limit) = (stepsPerLook, limit) }

  var isStopped: Bool {
    count += 1
    return count > limit
  }

  func run(chunkCount: Int, _ body: (Int) -> Void) {
    for chunk in 0..<chunkCount { body(chunk) }
  }
}

/// Expects that an operator looks so often whether it is stopped, and that it ends where it is: at its first look, and
/// halfway.
///
/// - Parameter mostAfterStop: how often loops around the one that has ended, and behind it, may look themselves.
func expectLooks(
  atLeast looks: Int, afterStop mostAfterStop: Int, of context: OperatorContext, _ code: BuiltinOperator,
  _ feeds: [[UInt8]], stepsPerLook: Int
) throws {
  func count(limit: Int) throws -> Int {
    let workers = CountedLooks(stepsPerLook: stepsPerLook, limit: limit)
    do {
      // No element is larger.
      _ = try context.run(code, feeds, as: UInt64.self, workers: workers)
    } catch {
      // Those that can fail say that they are stopped.
      guard workers.count > limit else { throw error }
    }
    return workers.count
  }
  #expect(try count(limit: .max) >= looks)
  for limit in [0, looks / 2] {
    let counted = try count(limit: limit)
    #expect(counted > limit && counted <= limit + mostAfterStop)
  }
}
