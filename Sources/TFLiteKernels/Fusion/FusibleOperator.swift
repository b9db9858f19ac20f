/// What an operator can do of the work of operators before and behind it, or give away of its own: nothing, unless it says
/// so.
///
/// All of it is required of every operator, with an answer to start from: asking whether a type conforms to a protocol of
/// its own would search the whole program, once for each type.
public protocol FusibleOperator: Sendable {
  /// The border that the operator puts around an image, if it does nothing else: it surrounds height and width only and is
  /// filled with what means 0.
  var spatialPadding: SpatialPadding? { get }

  /// The operator that gives on an image what this one gives on the image with a border of zeros around its first input,
  /// bit for bit; nil if there is none.
  func fusing(_ padding: SpatialPadding) -> (any PreparedOperator)?

  /// How many channels the input has, if the operator does nothing but append zeros to the channels of each pixel.
  var paddedChannels: Int? { get }

  /// The operator that does as if zeros followed the `channels` of each pixel of an input; nil if there is none.
  func fusing(_ channels: Int, on input: Int) -> (any PreparedOperator)?

  /// The operator that computes the depthwise convolution before it, too, so that its results never leave the processor's
  /// caches; nil if there is none, or where it would be no faster with so many threads.
  func fusing(depthwise: any PreparedOperator, threadCount: Int) -> (any PreparedOperator)?

  /// The order in which the operator puts the dimensions of its first input, if it does nothing else.
  var dimensionOrder: DimensionOrder? { get }

  /// For an operator that puts dimensions in another order: the one that does so behind another such; nil for all others.
  func following(_ first: DimensionOrder) -> (any PreparedOperator)?

  /// The operator that computes before a transposition what this one computes behind it, bit for bit: its output and its
  /// inputs, but for `constants`, have the dimensions as they stand before. nil where there is none, or where it would be
  /// no gain.
  func preceding(_ order: DimensionOrder, constants: Set<Int>) -> (any PreparedOperator)?

  /// For an operator that computes a factor from its input, a *gate* such as the sigmoid in SiLU: the operator that
  /// multiplies the input with it, bit for bit as a MUL behind it; nil if there is none.
  var gating: (any PreparedOperator)? { get }

  /// What the operator does behind the one that computes an input of it: each element of its output follows from the one
  /// in the same place of that input.
  ///
  /// - Parameters:
  ///   - input: which input the other operator computes. The output has its shape and type.
  ///   - positions: where the operator's inputs stand among those of the other, which has them as well.
  ///   - channels: the results come in multiples of so many elements.
  /// - Returns: nil where the operator cannot.
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)?

  /// The operator that does an operation behind its own, after those it does already; nil if there is none.
  func fusing(_ operation: any PostOperation) -> (any PreparedOperator)?
}

extension FusibleOperator {
  /// Most operators are no border.
  public var spatialPadding: SpatialPadding? { nil }

  /// Most operators need their whole input.
  public func fusing(_ padding: SpatialPadding) -> (any PreparedOperator)? { nil }

  /// Most operators append nothing.
  public var paddedChannels: Int? { nil }

  /// Most operators need all channels.
  public func fusing(_ channels: Int, on input: Int) -> (any PreparedOperator)? { nil }

  /// Most operators leave a depthwise convolution alone.
  public func fusing(depthwise: any PreparedOperator, threadCount: Int) -> (any PreparedOperator)? { nil }

  /// Most operators are no transposition.
  public var dimensionOrder: DimensionOrder? { nil }

  /// Most operators are no transposition.
  public func following(_ first: DimensionOrder) -> (any PreparedOperator)? { nil }

  /// Most operators know which dimension is which.
  public func preceding(_ order: DimensionOrder, constants: Set<Int>) -> (any PreparedOperator)? { nil }

  /// Most operators are no gate.
  public var gating: (any PreparedOperator)? { nil }

  /// Most operators wait for the whole input.
  public func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)? { nil }

  /// Most operators do nothing behind their own work.
  public func fusing(_ operation: any PostOperation) -> (any PreparedOperator)? { nil }
}
