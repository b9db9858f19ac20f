import TFLiteImageCodecs
import TFLiteSchema

/// How a picture of any size becomes the input of a model.
public enum PictureFitting: String, Sendable, CaseIterable {
  /// Stretched to the input's width and height.
  case stretch
  /// Scaled without distortion; the rest is filled with the color that the model's kind was trained with, mostly black.
  case letterbox

  /// Where a picture lies in an input.
  func place(width: Int, height: Int, in size: InputSize) -> LetterboxPlace {
    switch self {
    case .stretch: LetterboxPlace(width: size.width, height: size.height)
    case .letterbox: LetterboxPlace(width: width, height: height, inWidth: size.width, height: size.height)
    }
  }
}

/// A model's input that takes a picture of one or three channels: interleaved, [1, height, width, channels], or
/// planar, [1, channels, height, width], as models made with PyTorch have them. [1, height, width] has one channel.
struct PictureInput: Sendable {
  let size: InputSize
  let channels: Int
  /// Whether each channel is a picture of its own.
  let isPlanar: Bool
  private(set) var encoding: PixelEncoding

  /// Checks that an input takes a picture.
  ///
  /// - Parameter normalization: what the metadata says; nil stands for -1 to 1.
  init(_ tensor: TensorInfo, normalization: PixelNormalization?) throws(VisionError) {
    let shape = tensor.shape.map(Int.init) + (tensor.shape.count == 3 ? [1] : [])
    guard shape.count == 4, shape[0] == 1, shape.allSatisfy({ $0 > 0 }),
      let channelAxis = [3, 1].first(where: { [1, 3].contains(shape[$0]) })
    else {
      throw .unsuitableInput(
        "input \"\(tensor.name)\" has shape \(tensor.shape), expected [1, height, width, 1 or 3] "
          + "or [1, 1 or 3, height, width]")
    }
    guard let encoding = PixelEncoding(tensor.type, normalization: normalization) else {
      throw .unsuitableInput("input \"\(tensor.name)\" has type \(tensor.type), expected UINT8, INT8 or FLOAT32")
    }
    isPlanar = channelAxis == 1
    channels = shape[channelAxis]
    size = isPlanar ? InputSize(width: shape[3], height: shape[2]) : InputSize(width: shape[2], height: shape[1])
    self.encoding = encoding
  }

  /// The same input, with another normalization if it takes real numbers.
  func normalized(_ normalization: PixelNormalization) -> PictureInput {
    guard isNormalized else { return self }
    var input = self
    input.encoding = .float32(normalization)
    return input
  }

  /// Whether the input takes real numbers.
  var isNormalized: Bool {
    if case .float32 = encoding { true } else { false }
  }

  /// How many elements the input has.
  var elementCount: Int { size.width * size.height * channels }
}

extension PictureInput {
  /// The position of the input that takes the picture, among others that do not.
  ///
  /// - Throws: ``VisionError/unsuitableInput(_:)`` when no input takes a picture, or several do.
  static func position(in graph: Subgraph) throws(VisionError) -> Int {
    guard graph.inputs.count != 1 else { return 0 }
    let fitting = graph.inputs.indices.filter { PictureFeed.fits(graph.tensors[Int(graph.inputs[$0])]) }
    guard fitting.count == 1 else {
      throw .unsuitableInput(
        "\(fitting.count) of its \(graph.inputs.count) inputs take pictures of 1 or 3 channels, expected 1")
    }
    return fitting[0]
  }
}

/// The size of a model's input in pixels.
struct InputSize: Equatable, Sendable {
  let width: Int
  let height: Int
}
