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
  }
#endif
