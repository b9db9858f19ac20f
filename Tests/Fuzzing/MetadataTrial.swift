import TFLite
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision
import TestModels

/// What the package makes of what a model says of itself, and of the files that are packed with it.
enum MetadataTrial {
  /// The bytes are a FlatBuffer of metadata with a ZIP archive behind it, and stand in a model's file twice: in the buffer of
  /// the metadata, and at the end, where an archive is looked for. Their number says who reads them: all four at once would
  /// prepare two interpreters for every trial.
  static func run(_ bytes: [UInt8]) throws {
    switch bytes.count % 4 {
    case 0: try read(try model(ModelSketch.classifier(), bytes))
    case 1: try write(try model(ModelSketch.classifier(), bytes))
    case 2: _ = try Classifier(model: try model(ModelSketch.classifier(), bytes), options: options).classify(picture())
    default: _ = try Detector(model: try model(ModelSketch.detector(), bytes), options: options).detect(in: picture())
    }
  }

  private static let options = {
    var options = Interpreter.Options()
    options.threadCount = 1
    return options
  }()

  private static func picture() throws -> Image { try Image(width: 2, height: 2, pixels: Array(0..<12)) }

  private static func model(_ sketch: ModelSketch, _ bytes: [UInt8]) throws -> Model {
    var model = sketch.model
    let buffer = UInt32(model.buffers.count)
    model.buffers.append(Buffer(data: ByteSlice(bytes)))
    model.metadata = [
      Metadata {
        $0.name = "TFLITE_METADATA"
        $0.buffer = buffer
      }
    ]
    return try Model(ByteSlice(try model.serialized() + bytes))
  }

  /// Each asks the archive anew: a few tensors will do, where the metadata refers to one a million times.
  private static func read(_ model: Model) throws {
    guard let metadata = try model.modelMetadata() else { return }
    for graph in metadata.subgraphMetadata.prefix(2) {
      for tensor in graph.inputTensorMetadata.prefix(4) + graph.outputTensorMetadata.prefix(8) {
        for locale in [nil, "de", "pt-BR"] { _ = try? model.labels(of: tensor, locale: locale) }
        for file in tensor.associatedFiles.prefix(4) { _ = try? model.contents(of: file).lines }
      }
    }
  }

  /// What can be read can be written, and read again.
  private static func write(_ model: Model) throws {
    var copy = model
    try copy.setPackedFiles([])
    try copy.setModelMetadata(try model.modelMetadata())
    _ = try Model(ByteSlice(try copy.serialized())).modelMetadata()
  }
}
