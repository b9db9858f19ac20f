import Foundation
import TFLiteImageCodecs

/// The frames of a source: all of them, or those that come when somebody has time.
protocol FrameFeed: AnyObject {
  /// The next frame; nil at the end.
  func next() throws -> VideoFrame?

  /// How many frames nobody had time for.
  var dropped: Int { get }

  /// How many frames were lost that ``next()`` does not tell of.
  var untold: Int { get }
}

/// Every frame, however long the work on one takes: the source waits.
final class PatientFeed: FrameFeed {
  private let source: any VideoSource
  let dropped = 0
  let untold = 0

  init(_ source: any VideoSource) { self.source = source }

  func next() throws -> VideoFrame? { try source.next() }
}

/// The newest frame: a thread goes on reading while the detector works, and never keeps more than one.
final class LiveFeed: FrameFeed, @unchecked Sendable {
  /// Guards everything below it.
  private let condition = NSCondition()
  private var newest: VideoFrame?
  /// Of frames that are lost, until they are told.
  private var failures: [ImageError] = []
  /// Of all others. A pipe may be broken for ever, faster than anybody can tell.
  private var untoldCount = 0
  private static let keptFailures = 16
  private var isFinished = false
  private var droppedCount = 0

  init(_ source: any VideoSource) {
    // Only the thread touches the source from now on.
    nonisolated(unsafe) let source = source
    Thread { self.read(source) }.start()
  }

  var dropped: Int { condition.withLock { droppedCount } }
  var untold: Int { condition.withLock { untoldCount } }

  func next() throws -> VideoFrame? {
    condition.lock()
    defer { condition.unlock() }
    while failures.isEmpty, newest == nil, !isFinished { condition.wait() }
    if !failures.isEmpty { throw failures.removeFirst() }
    defer { newest = nil }
    return newest
  }

  private func read(_ source: any VideoSource) {
    while true {
      do throws(ImageError) {
        let frame = try source.next()
        condition.withLock {
          if frame == nil { isFinished = true }
          if frame != nil, newest != nil { droppedCount += 1 }
          newest = frame ?? newest
          condition.signal()
        }
        if frame == nil { return }
      } catch {
        condition.withLock {
          if failures.count < Self.keptFailures { failures.append(error) } else { untoldCount += 1 }
          condition.signal()
        }
      }
    }
  }
}
