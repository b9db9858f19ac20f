/// Threads that share the work of one operator.
///
/// How work is split never changes a result: every output element is computed by one call, in the same way.
public protocol Workers: AnyObject, Sendable {
  /// How many threads work at once, the calling one included.
  var threadCount: Int { get }

  /// Calls `body` once with each of `0..<chunkCount`, spread over the threads, and returns when all calls have.
  func run(chunkCount: Int, _ body: (Int) -> Void)

  /// Whether the end of the run has been asked for. Once it has, this stays true as long as the operator runs, and nobody
  /// reads what the operator computes: it may return at once, and leave undone what it likes.
  var isStopped: Bool { get }

  /// Into how many pieces the work of the operator is cut at least, so that ``isStopped`` is asked between them.
  var pieceCount: Int { get }

  /// After so many steps, a loop that counts them asks ``isStopped``.
  var stepsPerLook: Int { get }
}

extension Workers {
  /// Most workers cannot be stopped.
  public var isStopped: Bool { false }

  /// Most work is short.
  public var pieceCount: Int { 1 }

  /// Some milliseconds of plain loops.
  public var stepsPerLook: Int { 1 << 22 }
}

extension Workers {
  /// Splits `0..<count` into ranges and calls `body` with each, but for those that are left when ``isStopped`` turns true:
  /// whoever reads afterwards what `body` has written must ask that before.
  ///
  /// - Parameters:
  ///   - count: the number of elements.
  ///   - minimumCount: fewer elements than this are not worth a chunk of their own.
  ///   - body: works on a range.
  public func forEachRange(of count: Int, minimumCount: Int = 1, _ body: (Range<Int>) -> Void) {
    let chunkCount = chunkCount(atMost: count / max(1, minimumCount))
    guard chunkCount > 1 else { return forEachPiece(of: 0..<count, minimumCount: minimumCount, body) }
    run(chunkCount: chunkCount) { chunk in
      forEachPiece(
        of: (0..<count).chunk(chunk, of: chunkCount), sharedBy: chunkCount, minimumCount: minimumCount, body)
    }
  }

  /// Calls `body` with the pieces of one thread's share of long work, one after the other, until ``isStopped``.
  ///
  /// - Parameter shareCount: how many shares like this one there are.
  func forEachPiece(
    of range: Range<Int>, sharedBy shareCount: Int = 1, minimumCount: Int = 1, _ body: (Range<Int>) -> Void
  ) {
    let wanted = pieceCount
    guard wanted > 1 else { return body(range) }
    // An operator may share out its work many times: what is not worth a chunk is not worth a look.
    let leastCount = max(1, min(minimumCount, stepsPerLook))
    let pieces = min((wanted - 1) / shareCount + 1, range.count / leastCount)
    guard pieces > 1 else { return body(range) }
    let size = (range.count - 1) / pieces + 1
    for piece in RangeParts(range, of: size) {
      guard !isStopped else { return }
      body(piece)
    }
  }
}

extension Range<Int> {
  /// One of some chunks, which differ by at most one element. Nothing overflows: a tensor without elements may have more
  /// rows than there could be elements.
  ///
  /// - Parameter number: which chunk, less than `chunkCount`.
  func chunk(_ number: Int, of chunkCount: Int) -> Range<Int> {
    let (size, rest) = count.quotientAndRemainder(dividingBy: chunkCount)
    func start(_ number: Int) -> Int { lowerBound + size * number + rest * number / chunkCount }
    return start(number)..<start(number + 1)
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

  static let unstoppable = SerialWorkers()

  /// Works without starting any thread.
  public init() {}

  /// Calls `body` with each number in turn.
  public func run(chunkCount: Int, _ body: (Int) -> Void) {
    for chunk in 0..<chunkCount { body(chunk) }
  }
}
