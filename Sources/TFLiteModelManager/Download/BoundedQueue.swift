import Foundation
import Synchronization

#if canImport(FoundationNetworking)
/// A serial queue that lets nobody add more when a lot waits already.
///
/// On Linux, a session adds one operation for each piece that comes, and pausing a task there means to begin it anew. So
/// a network that is faster than the disk would fill the memory. Here the network waits instead.
final class BoundedQueue: OperationQueue, @unchecked Sendable {
  /// Pieces have up to 16 KB.
  static let placeCount = 32

  private let places = DispatchSemaphore(value: placeCount)
  private let isOpen = Atomic(false)

  override init() {
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    if !isOpen.load(ordering: .sequentiallyConsistent) { places.wait() }
    super.addOperation {
      block()
      self.places.signal()
    }
  }

  /// Adds an operation that waits for no place.
  func addUrgent(_ block: @escaping @Sendable () -> Void) { super.addOperation(block) }

  /// Lets nobody wait any more.
  ///
  /// A session's task that is cancelled waits for the thread that adds what has come, which may wait for a place, and so
  /// for the operation that cancels.
  func open() {
    isOpen.store(true, ordering: .sequentiallyConsistent)
    for _ in 0..<Self.placeCount { places.signal() }
  }
}
#else
/// A serial queue; sessions here wait for it by themselves.
final class BoundedQueue: OperationQueue, @unchecked Sendable {
  override init() {
    super.init()
    maxConcurrentOperationCount = 1
  }

  func addUrgent(_ block: @escaping @Sendable () -> Void) { addOperation(block) }

  func open() {}
}
#endif
