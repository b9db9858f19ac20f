// https://developer.apple.com/documentation/corevideo

// https://developer.apple.com/documentation/corevideo/cvbuffer
public final class CVBuffer {}
// https://developer.apple.com/documentation/corevideo/cvimagebuffer
public typealias CVImageBuffer = CVBuffer
// https://developer.apple.com/documentation/corevideo/cvpixelbuffer
public typealias CVPixelBuffer = CVImageBuffer
public typealias CVReturn = Int32

// https://developer.apple.com/documentation/corevideo/cvpixelbufferlockflags
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

// https://developer.apple.com/documentation/corevideo/cvpixelbufferlockbaseaddress(_:_:)
@discardableResult
public func CVPixelBufferLockBaseAddress(_ buffer: CVPixelBuffer, _ flags: CVPixelBufferLockFlags) -> CVReturn {
  fatalError()
}
// https://developer.apple.com/documentation/corevideo/cvpixelbufferunlockbaseaddress(_:_:)
@discardableResult
public func CVPixelBufferUnlockBaseAddress(_ buffer: CVPixelBuffer, _ flags: CVPixelBufferLockFlags) -> CVReturn {
  fatalError()
}
// https://developer.apple.com/documentation/corevideo/cvpixelbuffergetwidth(_:)
public func CVPixelBufferGetWidth(_ buffer: CVPixelBuffer) -> Int { fatalError() }
// https://developer.apple.com/documentation/corevideo/cvpixelbuffergetheight(_:)
public func CVPixelBufferGetHeight(_ buffer: CVPixelBuffer) -> Int { fatalError() }
// https://developer.apple.com/documentation/corevideo/cvpixelbuffergetbytesperrow(_:)
public func CVPixelBufferGetBytesPerRow(_ buffer: CVPixelBuffer) -> Int { fatalError() }
// https://developer.apple.com/documentation/corevideo/cvpixelbuffergetbaseaddress(_:)
public func CVPixelBufferGetBaseAddress(_ buffer: CVPixelBuffer) -> UnsafeMutableRawPointer? { fatalError() }
// https://developer.apple.com/documentation/corevideo/cvpixelbuffergetbytesperrowofplane(_:_:)
public func CVPixelBufferGetBytesPerRowOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int { fatalError() }
// https://developer.apple.com/documentation/corevideo/cvpixelbuffergetheightofplane(_:_:)
public func CVPixelBufferGetHeightOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> Int { fatalError() }
// https://developer.apple.com/documentation/corevideo/cvpixelbuffergetbaseaddressofplane(_:_:)
public func CVPixelBufferGetBaseAddressOfPlane(_ buffer: CVPixelBuffer, _ plane: Int) -> UnsafeMutableRawPointer? {
  fatalError()
}
// https://developer.apple.com/documentation/corevideo/cvpixelbuffergetpixelformattype(_:)
public func CVPixelBufferGetPixelFormatType(_ buffer: CVPixelBuffer) -> UInt32 { fatalError() }

// https://developer.apple.com/documentation/corevideo/kcvpixelformattype_32bgra
public var kCVPixelFormatType_32BGRA: UInt32 { 0x4247_5241 }
// https://developer.apple.com/documentation/corevideo/kcvpixelformattype_420ypcbcr8biplanarvideorange
public var kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: UInt32 { 0x3432_3076 }
// https://developer.apple.com/documentation/corevideo/kcvpixelformattype_420ypcbcr8biplanarfullrange
public var kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: UInt32 { 0x3432_3066 }
