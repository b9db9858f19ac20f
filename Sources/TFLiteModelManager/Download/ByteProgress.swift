import Foundation
import Synchronization

/// How far a download is, for everybody who asked for it.
final class ByteProgress: Sendable {
  fileprivate struct State {
    var observers: [UUID: Progress] = [:]
    var total: Int?
    var completed = 0
  }

  private let state = Mutex(State())

  func add(_ progress: Progress, _ id: UUID) {
    state.withLock {
      $0.observers[id] = progress
      $0.show(progress)
    }
  }

  func remove(_ id: UUID) { state.withLock { $0.observers[id] = nil } }

  /// - Parameter total: how many bytes the whole file has; nil where nobody knows.
  func update(completed: Int, total: Int?) {
    state.withLock { state in
      state.completed = completed
      state.total = total
      for observer in state.observers.values { state.show(observer) }
    }
  }
}

extension ByteProgress.State {
  fileprivate func show(_ progress: Progress) {
    progress.totalUnitCount = Int64(total ?? -1)
    progress.completedUnitCount = Int64(completed)
  }
}
