#if canImport(FoundationNetworking)
import Foundation
import Synchronization
import Testing

@testable import TFLiteModelManager

/// The queue that lets a fast network wait for a slow disk.
@Suite struct BoundedQueueTests {
  @Test func whoeverAddsWaitsForAPlace() {
    let queue = BoundedQueue()
    let added = Atomic(0)
    let ran = Atomic(0)
    let (disk, hasAll) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFull = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for _ in 0..<1000 {
        if added.load(ordering: .sequentiallyConsistent) == BoundedQueue.placeCount { isFull.signal() }
        queue.addOperation {
          disk.wait()
          ran.add(1, ordering: .sequentiallyConsistent)
        }
        added.add(1, ordering: .sequentiallyConsistent)
      }
      hasAll.signal()
    }
    isFull.wait()
    // What has no place waits, and what is urgent need not.
    queue.addUrgent {}
    #expect(added.load(ordering: .sequentiallyConsistent) == BoundedQueue.placeCount)
    for _ in 0..<1000 { disk.signal() }
    hasAll.wait()
    queue.waitUntilAllOperationsAreFinished()
    #expect(ran.load(ordering: .sequentiallyConsistent) == 1000)
  }

  /// As the end of a transfer does: the operation waits for the thread that adds.
  @Test(.timeLimit(.minutes(30)))
  func anOperationMayWaitForWhoeverAdds() {
    let queue = BoundedQueue()
    let hasAll = DispatchSemaphore(value: 0)
    queue.addOperation {
      Thread.sleep(forTimeInterval: 0.1)
      queue.open()
      hasAll.wait()
    }
    for _ in 0..<10 * BoundedQueue.placeCount { queue.addOperation {} }
    hasAll.signal()
    queue.waitUntilAllOperationsAreFinished()
  }
}
#endif
