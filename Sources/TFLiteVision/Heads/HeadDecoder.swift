import TFLiteImageCodecs

/// Reads objects from what a detection model puts out.
///
/// <doc:AddingADetectionHead> shows one.
public protocol HeadDecoder: Sendable {
  /// How many classes there are, without the background; nil where nobody knows.
  var classCount: Int? { get }

  /// How a float input is normalized unless the metadata says otherwise; -1 to 1 unless a head says otherwise.
  var usualNormalization: PixelNormalization { get }

  /// How a picture is brought to the size of the input unless the caller says otherwise; stretched unless a head says
  /// otherwise.
  var usualFitting: PictureFitting { get }

  /// The color around pictures that do not fill the input; black unless a head says otherwise.
  var usualMargin: RGBColor { get }

  /// The order of a pixel's colors unless the caller says otherwise; red, green, blue unless a head says otherwise.
  var usualChannelOrder: ChannelOrder { get }

  /// The names of the key points, in the order in which detections have them; none unless a head says otherwise.
  var keypointNames: [String] { get }

  /// Reads what one run has found. What is not a number may be among it.
  ///
  /// - Parameters:
  ///   - outputs: what the model has computed.
  ///   - scoreThreshold: objects with a lower score are of no interest.
  /// - Returns: the objects, each once, in any order.
  func detections(in outputs: borrowing HeadOutputs, scoreThreshold: Float) -> [RawDetection]
}

extension HeadDecoder {
  /// -1 to 1.
  public var usualNormalization: PixelNormalization { .symmetric }
  /// Stretched.
  public var usualFitting: PictureFitting { .stretch }
  /// Black.
  public var usualMargin: RGBColor { .black }
  /// Red, green, blue.
  public var usualChannelOrder: ChannelOrder { .rgb }
  /// None.
  public var keypointNames: [String] { [] }
}

/// The values of all outputs of a model, as real numbers. It cannot leave the call that it is lent to: the values are in
/// the interpreter's own memory.
public struct HeadOutputs: ~Copyable {
  private let values: [UnsafeBufferPointer<Float>]

  init(_ values: [UnsafeBufferPointer<Float>]) { self.values = values }

  /// How many outputs there are.
  public var count: Int { values.count }

  /// Runs `body` with the values of an output, in row-major order; with none for an output that there is not.
  public borrowing func withValues<Result>(of output: Int, _ body: (Span<Float>) -> Result) -> Result {
    guard values.indices.contains(output) else { return body(UnsafeBufferPointer<Float>(start: nil, count: 0).span) }
    return body(values[output].span)
  }
}

/// An object as a head reports it.
public struct RawDetection: Equatable, Sendable {
  /// A point of an object.
  public struct Point: Equatable, Sendable {
    /// Relative to the width of the model's input.
    public var x: Double
    /// Relative to the height of the model's input.
    public var y: Double

    /// Describes a point.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  /// Relative to the size of the model's input: 0 is its left and top edge, 1 its right and bottom edge.
  public var left: Double
  /// As ``left``.
  public var top: Double
  /// As ``left``.
  public var right: Double
  /// As ``left``.
  public var bottom: Double
  /// From 0, without a background.
  public var classIndex: Int
  /// Usually 0 to 1.
  public var score: Float
  /// The key points, where the model has some.
  public var keypoints: [Point]

  /// Describes an object by its edges.
  public init(
    left: Double, top: Double, right: Double, bottom: Double, classIndex: Int, score: Float, keypoints: [Point] = []
  ) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    (self.classIndex, self.score, self.keypoints) = (classIndex, score, keypoints)
  }

  /// Describes an object by its center.
  public init(
    centerX: Double, centerY: Double, width: Double, height: Double, classIndex: Int, score: Float,
    keypoints: [Point] = []
  ) {
    self.init(
      left: centerX - width / 2, top: centerY - height / 2, right: centerX + width / 2, bottom: centerY + height / 2,
      classIndex: classIndex, score: score, keypoints: keypoints)
  }

  /// Edges may be infinite: boxes are cut off at the picture's edges.
  var isMeaningful: Bool {
    score.isFinite && !left.isNaN && !top.isNaN && !right.isNaN && !bottom.isNaN && classIndex >= 0
  }

  /// Intersection over union.
  func overlap(with other: RawDetection) -> Double { box.intersectionOverUnion(with: other.box) }

  var box: BoundingBox { BoundingBox(x: left, y: top, width: right - left, height: bottom - top) }
}
