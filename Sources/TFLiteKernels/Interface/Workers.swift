/// Threads that share the work of one operator.
///
/// How work is split never changes a result: every output element is computed by one call, in the same way.
public protocol Workers: AnyObject, Sendable {
  /// How many threads work at once, the calling one included.
  var threadCount: Int { get }

  /// Calls `body` once with each of `0..<chunkCount`, spread over the threads, and returns when all calls have.
  func run(chunkCount: Int, _ body: (Int) -> Void)
}

extension Workers {
  /// Splits `0..<count` into ranges and calls `body` with each.
  ///
  /// - Parameters:
  ///   - count: the number of elements.
  ///   - minimumCount: fewer elements than this are not worth a chunk of their own.
  ///   - body: works on a range.
  public func forEachRange(of count: Int, minimumCount: Int = 1, _ body: (Range<Int>) -> Void) {
    let chunkCount = chunkCount(atMost: count / max(1, minimumCount))
    guard chunkCount > 1 else {
      body(0..<count)
      return
    }
    run(chunkCount: chunkCount) { chunk in
      body(count * chunk / chunkCount..<count * (chunk + 1) / chunkCount)
    }
  }
}

extension Workers {
  /// How many chunks to make: a few for each thread, so that uneven ones even out, and as many for one as for another.
  func chunkCount(atMost limit: Int) -> Int {
    guard threadCount > 1 else { return 1 }
    guard limit > threadCount else { return limit }
    return min(4, limit / threadCount) * threadCount
  }
}

/// The calling thread alone.
public final class SerialWorkers: Workers {
  /// 1.
  public var threadCount: Int { 1 }

  /// Works without starting any thread.
  public init() {}

  /// Calls `body` with each number in turn.
  public func run(chunkCount: Int, _ body: (Int) -> Void) {
    for chunk in 0..<chunkCount { body(chunk) }
  }
}
