import TFLite
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision
import TestModels

/// What the package makes of what a model says of itself, and of the files that are packed with it.
enum MetadataTrial {
  /// The bytes are a FlatBuffer of metadata with a ZIP archive behind it, and stand in a model's file twice: in the buffer of
  /// the metadata, and at the end, where an archive is looked for.
  static func run(_ bytes: [UInt8]) throws {
    let classifying = try model(ModelSketch.classifier(), bytes)
    let detecting = try model(ModelSketch.detector(), bytes)
    let picture = try Image(width: 2, height: 2, pixels: Array(0..<12))
    var options = Interpreter.Options()
    options.threadCount = 1
    try attempt { try read(classifying) }
    try attempt { try write(classifying) }
    try attempt { _ = try Classifier(model: classifying, options: options).classify(picture) }
    try attempt { _ = try Detector(model: detecting, options: options).detect(in: picture) }
  }

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

  /// What is wrong for one reader must not keep the next one from trying.
  private static func attempt(_ body: () throws -> Void) throws {
    do { try body() } catch let error as any ExpectedError where !"\(error)".isEmpty {}
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
