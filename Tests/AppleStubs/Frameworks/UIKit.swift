// https://developer.apple.com/documentation/uikit
import CoreGraphics

// https://developer.apple.com/documentation/uikit/uiimage
public class UIImage {
  public var cgImage: CGImage? { notThere() }

  // https://developer.apple.com/documentation/uikit/uiimage/orientation
  public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  // https://developer.apple.com/documentation/uikit/uiimage/imageorientation
  public var imageOrientation: Orientation { notThere() }
}
