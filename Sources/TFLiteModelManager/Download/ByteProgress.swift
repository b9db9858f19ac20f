import Foundation
import Synchronization

/// How far a download is, for everybody who asked for it.
final class ByteProgress: Sendable {
  private struct State {
    var observers: [UUID: Progress] = [:]
    var total: Int?
    var completed = 0
  }

  private let state = Mutex(State())

  func add(_ progress: Progress, _ id: UUID) {
    let (completed, total) = state.withLock {
      $0.observers[id] = progress
      return ($0.completed, $0.total)
    }
    progress.show(completed, of: total)
  }

  func remove(_ id: UUID) { state.withLock { $0.observers[id] = nil } }

  /// - Parameter total: how many bytes the whole file has; nil where nobody knows.
  func update(completed: Int, total: Int?) {
    // What has come is checked before it is put in place: until then, nothing is finished.
    tell(total.map { min(completed, max(0, $0 - 1)) } ?? completed, of: total)
  }

  /// The model is in place.
  ///
  /// - Parameter size: of the model file.
  func finish(_ size: Int) { tell(size, of: size) }

  private func tell(_ completed: Int, of total: Int?) {
    let observers = state.withLock { state in
      state.completed = completed
      state.total = total
      return Array(state.observers.values)
    }
    // Outside of the lock: whoever watches may cancel.
    for observer in observers { observer.show(completed, of: total) }
  }
}

extension Progress {
  fileprivate func show(_ completed: Int, of total: Int?) {
    guard !isCancelled else { return }
    let total = Int64(total ?? -1)
    // From one known total to another, Foundation on Linux multiplies all that there have been, and traps where that has no
    // room, or where one is 0: servers may say another size each time.
    if totalUnitCount != total { totalUnitCount = -1 }
    totalUnitCount = total
    completedUnitCount = Int64(completed)
  }
}
