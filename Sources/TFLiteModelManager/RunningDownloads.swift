import Foundation
import Synchronization

/// The downloads of a manager that are under way: one for each model, and everybody who waits for it.
final class RunningDownloads: Sendable {
  typealias Outcome = Result<DownloadedModel, ModelManagerError>

  private struct Running {
    let id: UUID
    let progress: ByteProgress
    var task: Task<Void, Never>?
    var waiting: [UUID: CheckedContinuation<Outcome, Never>]
  }

  private struct State {
    /// By the folder of the model.
    var running: [URL: Running] = [:]
    /// Those who have left before they came.
    var gone: Set<UUID> = []
  }

  private let state = Mutex(State())

  /// Waits for the download of a model, which begins if there is none.
  func join(_ update: ModelUpdate, _ progress: Progress) async throws(ModelManagerError) -> DownloadedModel {
    let id = UUID()
    progress.cancellationHandler = { self.leave(id, update.slot.folder) }
    let outcome: Outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in enter(id, update, progress, continuation) }
    } onCancel: {
      leave(id, update.slot.folder)
    }
    progress.cancellationHandler = nil
    state.withLock { _ = $0.gone.remove(id) }
    return try outcome.get()
  }

  private func enter(
    _ id: UUID, _ update: ModelUpdate, _ progress: Progress, _ continuation: CheckedContinuation<Outcome, Never>
  ) {
    let folder = update.slot.folder
    let isGone = state.withLock { state in
      guard !state.gone.contains(id), !progress.isCancelled else { return true }
      if state.running[folder] == nil {
        let run = UUID()
        state.running[folder] = Running(id: run, progress: update.progress, task: nil, waiting: [:])
        state.running[folder]?.task = Task { await self.run(update, run) }
      }
      state.running[folder]?.waiting[id] = continuation
      state.running[folder]?.progress.add(progress, id)
      return false
    }
    if isGone { continuation.resume(returning: .failure(.cancelled)) }
  }

  /// Stops waiting. What nobody waits for ends.
  private func leave(_ id: UUID, _ folder: URL) {
    let (continuation, task) = state.withLock { state -> (CheckedContinuation<Outcome, Never>?, Task<Void, Never>?) in
      guard let continuation = state.running[folder]?.waiting.removeValue(forKey: id) else {
        state.gone.insert(id)
        return (nil, nil)
      }
      state.running[folder]?.progress.remove(id)
      guard state.running[folder]?.waiting.isEmpty == true else { return (continuation, nil) }
      return (continuation, state.running.removeValue(forKey: folder)?.task)
    }
    task?.cancel()
    continuation?.resume(returning: .failure(.cancelled))
  }

  private func run(_ update: ModelUpdate, _ run: UUID) async {
    let outcome: Outcome
    do { outcome = .success(try await update.run()) } catch { outcome = .failure(error) }
    if case .success(let model) = outcome { update.progress.finish(model.record.size) }
    outcome.post(about: update.model)
    let waiting = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
      // Another may run by now where all have left this one.
      guard state.running[update.slot.folder]?.id == run else { return [] }
      return state.running.removeValue(forKey: update.slot.folder).map { Array($0.waiting.values) } ?? []
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }
}
