import Synchronization

extension ObjectDetector {
  /// Finds the objects in frames as they come, and drops those that come while it works.
  ///
  /// The frames are read without waiting for results. Of those that have come while the detector was busy, the newest is
  /// worked on next; the others are dropped and counted. No more than one frame ever waits.
  ///
  /// ```swift
  /// for try await frame in detector.results(for: camera) {
  ///   for object in try frame.objects.get() { print(object.trackingID ?? -1, object.frame) }
  /// }
  /// ```
  ///
  /// - Parameter frames: pictures with increasing timestamps, or without any.
  /// - Returns: what was found, frame by frame. It throws what `frames` throws, and ends when they end. A frame that
  ///   cannot be worked on has its error as ``FrameObjects/objects``; the next ones are worked on all the same.
  public func results<Frames>(for frames: Frames) -> ObjectResults<Frames> { ObjectResults(self, frames) }
}

/// The objects of one frame.
public struct FrameObjects: Sendable {
  /// The frame.
  public let image: any CompatibleImage
  /// The objects, best first, or what was wrong with this frame.
  public let objects: Result<[Object], any Error>
  /// How many frames were dropped so far.
  public let droppedFrameCount: Int
}

/// The objects of the frames of a live source; see ``ObjectDetector/results(for:)``.
public struct ObjectResults<Frames: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Frames.Element: CompatibleImage {
  private let detector: ObjectDetector
  private let frames: Frames

  init(_ detector: ObjectDetector, _ frames: Frames) {
    self.detector = detector
    self.frames = frames
  }

  /// Begins to read the frames.
  public func makeAsyncIterator() -> Iterator { Iterator(detector, frames) }

  /// Works on one frame at a time. When it is gone, reading ends.
  public struct Iterator: AsyncIteratorProtocol {
    private let detector: ObjectDetector
    private let dropped: DroppedFrames
    private var newest: AsyncThrowingStream<Frames.Element, any Error>.Iterator

    init(_ detector: ObjectDetector, _ frames: Frames) {
      self.detector = detector
      let dropped = DroppedFrames()
      let (stream, continuation) = AsyncThrowingStream.makeStream(
        of: Frames.Element.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
      let reader = Task {
        do {
          for try await frame in frames {
            if case .dropped = continuation.yield(frame) { dropped.add() }
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in reader.cancel() }
      self.dropped = dropped
      newest = stream.makeAsyncIterator()
    }

    /// The objects of the newest frame; nil at the end.
    ///
    /// - Throws: what the frames throw.
    public mutating func next() async throws -> FrameObjects? {
      guard let image = try await newest.next() else { return nil }
      let objects: Result<[Object], any Error>
      do {
        objects = .success(try await detector.process(image))
      } catch {
        objects = .failure(error)
      }
      return FrameObjects(image: image, objects: objects, droppedFrameCount: dropped.count)
    }
  }
}

/// Counts from any thread.
private final class DroppedFrames: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func add() { value.wrappingAdd(1, ordering: .relaxed) }
}
