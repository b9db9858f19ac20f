import ArgumentParser
import TFLiteVision

/// How the colors of pictures are given to a model.
struct PictureOptions: ParsableArguments {
  @Option(help: "The order in which the model wants the colors of a pixel: \(ChannelOrder.names).")
  var channels: ChannelOrder = .rgb
}

extension ChannelOrder: ExpressibleByArgument {}
