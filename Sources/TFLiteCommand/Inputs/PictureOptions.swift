import ArgumentParser
import TFLiteImageCodecs
import TFLiteVision

/// How pictures are given to a model.
struct PictureOptions: ParsableArguments {
  @Option(
    help: """
      How a picture is brought to the size of the model's input: \(PictureFitting.names). (default: what suits a \
      detector, else stretch)
      """)
  var fitting: PictureFitting?

  @Option(
    help: """
      The order in which the model wants the colors of a pixel: \(ChannelOrder.names). (default: what is usual for such a \
      model, mostly rgb)
      """)
  var channels: ChannelOrder?

  @Option(
    help: """
      What the pixels at the size of the model's input are made of: \(Resampling.names). (default: what the model states, \
      else bilinear)
      """)
  var resampling: Resampling?
}

extension PictureFitting: ExpressibleByArgument {}
extension ChannelOrder: ExpressibleByArgument {}
extension Resampling: ExpressibleByArgument {}
