/// One frame of a video, not decoded yet: whoever drops it has saved that work.
public struct VideoFrame: Sendable {
  /// The place among the frames of the source, from 0; frames that were lost count.
  public let number: Int

  /// When the frame is to be seen, since the beginning of the video; nil where its source states no frame rate.
  public let time: Duration?

  private let decode: @Sendable () throws(ImageError) -> Image

  init(number: Int, time: Duration?, decode: @escaping @Sendable () throws(ImageError) -> Image) {
    self.number = number
    self.time = time
    self.decode = decode
  }

  /// Decodes the frame.
  ///
  /// - Throws: ``ImageError/inFrame(number:_:)``. The frames behind it are not concerned.
  public func image() throws(ImageError) -> Image {
    do throws(ImageError) {
      return try decode()
    } catch {
      throw .inFrame(number: number, error)
    }
  }
}

/// What gives one frame after the other.
public protocol VideoSource: AnyObject {
  /// Frames per second; nil where the source does not state them.
  var frameRate: Double? { get }

  /// The next frame; nil at the end.
  ///
  /// - Throws: ``ImageError/inFrame(number:_:)`` where a frame is lost. The source goes on with the next call, where it
  ///   can, and is at its end where it cannot.
  func next() throws(ImageError) -> VideoFrame?
}
