// https://developer.apple.com/documentation/coremedia
import CoreVideo

// https://developer.apple.com/documentation/coremedia/cmtime
public struct CMTime: Sendable {
  public var isNumeric: Bool { fatalError() }
  public var seconds: Double { fatalError() }
}

// https://developer.apple.com/documentation/coremedia/cmsamplebuffer
public final class CMSampleBuffer {}

// https://developer.apple.com/documentation/coremedia/cmsamplebuffergetpresentationtimestamp(_:)
public func CMSampleBufferGetPresentationTimeStamp(_ buffer: CMSampleBuffer) -> CMTime { fatalError() }

// https://developer.apple.com/documentation/coremedia/cmsamplebuffergetimagebuffer(_:)
public func CMSampleBufferGetImageBuffer(_ buffer: CMSampleBuffer) -> CVImageBuffer? { fatalError() }
