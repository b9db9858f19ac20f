/// Work on a sequence of items by several workers at once, whose results come in the order of the items.
///
/// An item is taken when there is a place for it. There are twice as many places as workers, for what is worked on and for
/// what is done but waits: for an item before it, or for the consumer. So a consumer that takes its time, or one item that
/// takes long, holds up the source, and memory is bounded.
///
/// When the iterator is gone, or its task is cancelled, no further item is taken and none is begun.
package struct OrderedWork<Items: AsyncSequence & Sendable, Worker, Output: Sendable>: AsyncSequence, Sendable
where Items.Element: Sendable {
  /// What came of one item.
  package struct Element: Sendable {
    package let item: Items.Element
    package let outcome: Result<Output, any Error>
  }

  private let items: Items
  private let makeWorkers: @Sendable () throws -> WorkerPool<Worker>
  private let work: @Sendable (Items.Element, Worker) throws -> Output

  /// - Parameters:
  ///   - items: what is worked on.
  ///   - makeWorkers: makes the workers, when the first result is asked for. What it throws is thrown then.
  ///   - work: works on one item; what it throws is the item's outcome.
  package init(
    on items: Items, by makeWorkers: @escaping @Sendable () throws -> WorkerPool<Worker>,
    work: @escaping @Sendable (Items.Element, Worker) throws -> Output
  ) {
    self.items = items
    self.makeWorkers = makeWorkers
    self.work = work
  }

  package func makeAsyncIterator() -> Iterator { Iterator(items, makeWorkers, work) }

  package struct Iterator: AsyncIteratorProtocol {
    private typealias Begun = Task<Element, Never>

    private var begun: AsyncThrowingStream<Begun, any Error>.Iterator
    private let places: AsyncStream<Void>.Continuation
    private let reading: Reading

    init(
      _ items: Items, _ makeWorkers: @escaping @Sendable () throws -> WorkerPool<Worker>,
      _ work: @escaping @Sendable (Items.Element, Worker) throws -> Output
    ) {
      let (freed, places) = AsyncStream.makeStream(of: Void.self)
      let (begun, continuation) = AsyncThrowingStream.makeStream(of: Begun.self, throwing: (any Error).self)
      let end = EndOfWork()
      let task = Task {
        do {
          let workers = try makeWorkers()
          for _ in 0..<2 * workers.count { places.yield() }
          var items = items.makeAsyncIterator()
          for await _ in freed {
            guard let item = try await items.next(), !Task.isCancelled else { break }
            continuation.yield(
              Task {
                Element(
                  item: item,
                  outcome: await workers.run { worker in
                    if end.hasCome { throw CancellationError() }
                    return try work(item, worker)
                  })
              })
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      self.begun = begun.makeAsyncIterator()
      self.places = places
      reading = Reading(task, end)
    }

    /// What came of the next item; nil at the end.
    ///
    /// - Throws: what the items throw, or the making of workers, when all items before are done.
    package mutating func next() async throws -> Element? {
      guard let task = try await begun.next() else { return nil }
      defer { places.yield() }
      return await task.value
    }
  }
}

/// Ends the reading of items when nobody asks for results any more.
private final class Reading: Sendable {
  private let task: Task<Void, Never>
  private let end: EndOfWork

  init(_ task: Task<Void, Never>, _ end: EndOfWork) {
    self.task = task
    self.end = end
  }

  deinit {
    end.come()
    task.cancel()
  }
}
