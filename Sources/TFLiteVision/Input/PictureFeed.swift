import TFLiteImageCodecs
import TFLiteSchema

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Pictures as inputs of any model, for whoever runs models without a ``Detector``.
public enum PictureFeed {
  /// Whether an input can take a picture.
  public static func fits(_ input: TensorInfo) -> Bool {
    (try? PictureInput(input, normalization: nil)) != nil
  }

  /// The bytes of an input that shows a picture, as a ``Detector`` would feed them.
  ///
  /// - Parameters:
  ///   - image: the picture as a person sees it.
  ///   - input: an input of the model's main subgraph.
  ///   - model: its metadata says how a float input is normalized; without it, the values are -1 to 1.
  ///   - fitting: how the picture is brought to the size of the input.
  ///   - resampling: what its pixels there are made of; nil stands for what the model states, else bilinear.
  ///   - order: the order of the colors of a pixel.
  /// - Throws: ``VisionError/unsuitableInput(_:)`` for an input that takes no picture, `ImageError` when the picture
  ///   cannot be scaled.
  public static func bytes(
    of image: Image, for input: TensorInfo, in model: Model, fitting: PictureFitting = .stretch,
    resampling: Resampling? = nil, order: ChannelOrder = .rgb
  ) throws -> Data {
    let metadata = PictureMetadata(model)
    let look = PictureLook(
      fitting: fitting, resampling: resampling ?? metadata.resampling ?? .bilinear, order: order)
    return try PictureEncoder(PictureInput(input, normalization: metadata.normalization))
      .data(image, PixelRectangle(of: image), look).0
  }
}
