// https://developer.apple.com/documentation/imageio
import CoreGraphics
import Foundation

// https://developer.apple.com/documentation/imageio/cgimagesource
public final class CGImageSource {}

// https://developer.apple.com/documentation/imageio/cgimagesourcestatus
public enum CGImageSourceStatus: Int32, Sendable {
  case statusUnexpectedEOF = -5
  case statusInvalidData = -4
  case statusUnknownType = -3
  case statusReadingHeader = -2
  case statusIncomplete = -1
  case statusComplete = 0
}

// https://developer.apple.com/documentation/imageio/cgimagesourcecreatewithdata(_:_:)
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? { notThere() }

// https://developer.apple.com/documentation/imageio/cgimagesourcegetstatusatindex(_:_:)
public func CGImageSourceGetStatusAtIndex(_ source: CGImageSource, _ index: Int) -> CGImageSourceStatus { notThere() }

// https://developer.apple.com/documentation/imageio/cgimagesourcecopypropertiesatindex(_:_:_:)
public func CGImageSourceCopyPropertiesAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? { notThere() }

// https://developer.apple.com/documentation/imageio/cgimagesourcecreateimageatindex(_:_:_:)
public func CGImageSourceCreateImageAtIndex(
  _ source: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? { notThere() }

// https://developer.apple.com/documentation/imageio/kcgimagesourceshouldcache
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
// https://developer.apple.com/documentation/imageio/kcgimagesourcesubsamplefactor
public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"
// https://developer.apple.com/documentation/imageio/kcgimagepropertypixelwidth
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
// https://developer.apple.com/documentation/imageio/kcgimagepropertypixelheight
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
// https://developer.apple.com/documentation/imageio/kcgimagepropertyorientation
public let kCGImagePropertyOrientation: CFString = "Orientation"

// https://developer.apple.com/documentation/imageio/cgimagedestination
public final class CGImageDestination {}

// https://developer.apple.com/documentation/imageio/cgimagedestinationcreatewithdata(_:_:_:_:)
public func CGImageDestinationCreateWithData(
  _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? { notThere() }

// https://developer.apple.com/documentation/imageio/cgimagedestinationaddimage(_:_:_:)
public func CGImageDestinationAddImage(
  _ destination: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?
) { notThere() }

// https://developer.apple.com/documentation/imageio/cgimagedestinationfinalize(_:)
public func CGImageDestinationFinalize(_ destination: CGImageDestination) -> Bool { notThere() }
