import TFLite
import TFLiteImageCodecs
import TFLiteSchema

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a picture of any size becomes the input of a model.
public enum PictureFitting: String, Sendable, CaseIterable {
  /// Stretched to the input's width and height.
  case stretch
  /// Scaled without distortion; the rest is filled with black.
  case letterbox
}

/// A model's input that takes a picture of one or three channels: interleaved, [1, height, width, channels], or
/// planar, [1, channels, height, width], as models made with PyTorch have them. [1, height, width] has one channel.
package struct PictureInput: Sendable {
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
}

extension PictureInput {
  /// The only input of a model, and the normalization that its metadata asks for.
  ///
  /// - Throws: ``VisionError`` when it takes no picture.
  package init(of model: Model) throws(VisionError) {
    try self.init(of: model, PictureMetadata(model))
  }

  init(of model: Model, _ metadata: PictureMetadata) throws(VisionError) {
    let graph = model.subgraphs[0]
    guard graph.inputs.count == 1 else {
      throw .unsuitableInput("it has \(graph.inputs.count) inputs, expected 1")
    }
    try self.init(graph.tensors[Int(graph.inputs[0])], normalization: metadata.normalization)
  }

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

/// The real value of a pixel's byte: (byte − mean) / standard deviation.
struct PixelNormalization: Equatable, Sendable {
  /// One for all channels, or one for each.
  let mean: [Float]
  /// One for all channels, or one for each.
  let standardDeviation: [Float]

  init(mean: [Float], standardDeviation: [Float]) {
    self.mean = mean
    self.standardDeviation = standardDeviation
  }

  init(mean: Float, standardDeviation: Float) {
    self.init(mean: [mean], standardDeviation: [standardDeviation])
  }

  /// The real values of bytes of one or three channels.
  ///
  /// - Parameter isPlanar: whether each channel is a picture of its own.
  func values(of pixels: [UInt8], isPlanar: Bool) -> [Float] {
    let tables = (0..<max(mean.count, standardDeviation.count)).map { channel in
      let (mean, deviation) = (mean[channel % mean.count], standardDeviation[channel % standardDeviation.count])
      return (0..<256).map { (Float($0) - mean) / deviation }
    }
    guard tables.count > 1 else { return pixels.map { tables[0][Int($0)] } }
    let plane = max(1, pixels.count / tables.count)
    return pixels.indices.map { index in
      tables[isPlanar ? min(index / plane, tables.count - 1) : index % tables.count][Int(pixels[index])]
    }
  }

  /// What most published models with float inputs expect: -1 to 1.
  static let symmetric = PixelNormalization(mean: 127.5, standardDeviation: 127.5)

  /// What models trained with PyTorch expect: 0 to 1.
  static let unit = PixelNormalization(mean: 0, standardDeviation: 255)
}

/// How pixels are stored in an input.
enum PixelEncoding: Equatable, Sendable {
  /// As they are.
  case uint8
  /// 128 lower.
  case int8
  /// Normalized.
  case float32(PixelNormalization)

  init?(_ type: TensorType, normalization: PixelNormalization?) {
    switch type {
    case .uint8: self = .uint8
    case .int8: self = .int8
    case .float32: self = .float32(normalization ?? .symmetric)
    default: return nil
    }
  }
}

/// A picture as a model's input, and the way back from the input's pixels to the picture's.
package struct EncodedPicture {
  package let data: Data
  /// From pixels of the input to pixels of the original picture.
  let toOriginal: @Sendable (_ x: Double, _ y: Double) -> (x: Double, y: Double)
}

extension PictureInput {
  /// Scales a picture to the input's size and stores its pixels as the input wants them.
  ///
  /// - Throws: `ImageError` when memory does not suffice.
  package func encode(
    _ image: Image, fitting: PictureFitting, resampling: Resampling = .bilinear, order: ChannelOrder = .rgb
  ) throws(ImageError) -> EncodedPicture {
    let scaled: Image
    let toOriginal: @Sendable (Double, Double) -> (x: Double, y: Double)
    switch fitting {
    case .stretch:
      scaled = try image.resized(toWidth: size.width, height: size.height, resampling: resampling)
      let scale = (x: Double(image.width) / Double(size.width), y: Double(image.height) / Double(size.height))
      toOriginal = { x, y in (x * scale.x, y * scale.y) }
    case .letterbox:
      let letterbox = try image.letterboxed(toWidth: size.width, height: size.height, resampling: resampling)
      scaled = letterbox.image
      toOriginal = { x, y in letterbox.transform.toOriginal(x: x, y: y) }
    }
    let bytes = channels == 1 ? try scaled.grayscalePixels() : colors(of: scaled, order)
    return EncodedPicture(data: encoding.data(bytes, isPlanar: isPlanar), toOriginal: toOriginal)
  }

  /// Pixel after pixel, or all values of the first channel, then all of the second, then all of the third.
  private func colors(of image: Image, _ order: ChannelOrder) -> [UInt8] {
    let pixels = image.pixels(in: order)
    guard isPlanar else { return pixels }
    return (0..<3).flatMap { channel in stride(from: channel, to: pixels.count, by: 3).lazy.map { pixels[$0] } }
  }
}

extension PixelEncoding {
  /// The stored bytes of pixels.
  func data(_ pixels: [UInt8], isPlanar: Bool) -> Data {
    switch self {
    case .uint8: Data(pixels)
    case .int8: Data(pixels.map { $0 ^ 0x80 })
    case .float32(let normalization): normalization.values(of: pixels, isPlanar: isPlanar).withUnsafeBytes { Data($0) }
    }
  }
}
