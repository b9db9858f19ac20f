/// A border around height and width of an NHWC tensor, in elements.
public struct SpatialPadding: Equatable, Sendable {
  let top: Int
  let bottom: Int
  let left: Int
  let right: Int
}

/// An operator that may do nothing but append zeros to the channels of each pixel.
public protocol ChannelPaddingOperator: PreparedOperator {
  /// How many channels the input has; nil if the operator does anything else.
  var paddedChannels: Int? { get }
}

/// An operator that a padding of channels can be fused into.
public protocol ChannelPaddingFusingOperator: PreparedOperator {
  /// The operator that does as if zeros followed the `channels` of each pixel of an input; nil if there is none.
  func fusing(_ channels: Int, on input: Int) -> (any PreparedOperator)?
}

/// An operator that may do nothing but put a border around an image.
public protocol SpatialPaddingOperator: PreparedOperator {
  /// The border, if it surrounds height and width only and is filled with what means 0.
  var spatialPadding: SpatialPadding? { get }
}

/// An operator that a padding before it can be fused into: it does as if there were a border of zeros around its first
/// input.
public protocol PaddingFusingOperator: PreparedOperator {
  /// The operator that gives on an image what this one gives on the image with a border, bit for bit; nil if there is
  /// none.
  func fusing(_ padding: SpatialPadding) -> (any PreparedOperator)?
}
