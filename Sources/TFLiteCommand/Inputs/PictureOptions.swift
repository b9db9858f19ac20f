import ArgumentParser
import TFLiteImageCodecs
import TFLiteVision

/// How pictures are given to a model, besides their proportions.
struct PictureOptions: ParsableArguments {
  @Option(help: "The order in which the model wants the colors of a pixel: \(ChannelOrder.names).")
  var channels: ChannelOrder = .rgb

  @Option(
    help: """
      What the pixels at the size of the model's input are made of: \(Resampling.names). (default: what the model states, \
      else bilinear)
      """)
  var resampling: Resampling?
}

extension ChannelOrder: ExpressibleByArgument {}
extension Resampling: ExpressibleByArgument {}
