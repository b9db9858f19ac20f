import TFLiteFlatBuffers
import Testing

@testable import TFLiteSchema

struct MetadataTests {
  private static var detector: ModelMetadata {
    ModelMetadata { metadata in
      metadata.name = "detector"
      metadata.minParserVersion = "1.2.0"
      metadata.subgraphMetadata = [
        SubGraphMetadata { main in
          main.inputTensorMetadata = [
            TensorMetadata { image in
              image.name = "image"
              image.content = Content { content in
                content.contentProperties = .image(ImageProperties { $0.colorSpace = .rgb })
              }
              image.processUnits = [
                ProcessUnit { unit in
                  unit.options = .normalization(
                    NormalizationOptions {
                      $0.mean = [127.5]
                      $0.std = [128]
                    })
                }
              ]
            }
          ]
          main.outputTensorMetadata = [
            TensorMetadata { location in
              location.content = Content { content in
                content.contentProperties = .boundingBox(
                  BoundingBoxProperties {
                    $0.index = [1, 0, 3, 2]
                    $0.type = .boundaries
                  })
                content.range = ValueRange {
                  $0.min = 2
                  $0.max = 2
                }
              }
            },
            TensorMetadata { category in
              category.associatedFiles = [
                file("en.txt", .tensorValueLabels, "en"), file("de.txt", .tensorValueLabels, "de"),
                file("about.txt", .descriptions, "de"),
              ]
            },
            TensorMetadata { score in
              score.processUnits = [
                ProcessUnit { $0.options = .scoreCalibration(ScoreCalibrationOptions { $0.defaultScore = 0.25 }) },
                ProcessUnit {
                  $0.options = .scoreThresholding(ScoreThresholdingOptions { $0.globalScoreThreshold = 0.5 })
                },
              ]
            },
          ]
        }
      ]
    }
  }

  private static func file(_ name: String, _ type: AssociatedFileType, _ locale: String) -> AssociatedFile {
    AssociatedFile {
      $0.name = name
      $0.type = type
      $0.locale = locale
    }
  }

  private func model() throws -> Model {
    var model = Fixture.add
    try model.setModelMetadata(Self.detector)
    try model.setPackedFiles([
      PackedFile(name: "en.txt", data: ByteSlice(Array("cat\ndog".utf8))),
      PackedFile(name: "de.txt", data: ByteSlice(Array("Katze\nHund\n".utf8))),
    ])
    return try Model(ByteSlice(model.serialized()))
  }

  @Test func survivesBeingWrittenAndRead() throws {
    let model = try model()
    #expect(try model.modelMetadata() == Self.detector)
    #expect(model.metadata.map(\.name) == ["TFLITE_METADATA"])
  }

  @Test func isReplacedAndTakenAway() throws {
    var model = try model()
    try model.setModelMetadata(ModelMetadata { $0.name = "other" })
    #expect(try model.modelMetadata()?.name == "other")
    #expect(model.metadata.count == 1)
    try model.setModelMetadata(nil)
    #expect(try model.modelMetadata() == nil)
    #expect(try Fixture.add.modelMetadata() == nil)
  }

  @Test func answersWhatPeopleAsk() throws {
    let model = try model()
    let main = try #require(try model.modelMetadata()?.subgraphMetadata.first)
    let image = main.inputTensorMetadata[0]
    #expect(image.normalization?.std == [128] && image.image?.colorSpace == .rgb && image.boundingBox == nil)
    let (location, category, score) = (
      main.outputTensorMetadata[0], main.outputTensorMetadata[1], main.outputTensorMetadata[2]
    )
    #expect(location.boundingBox?.index == [1, 0, 3, 2] && location.image == nil && location.normalization == nil)
    #expect(score.scoreThreshold == 0.5 && score.scoreCalibration?.defaultScore == 0.25)
    #expect(location.scoreThreshold == nil)
    #expect(try model.labels(of: category) == ["cat", "dog"])
    #expect(try model.labels(of: category, locale: "de") == ["Katze", "Hund"])
    #expect(try model.labels(of: category, locale: "fr") == ["cat", "dog"])
    #expect(try model.labels(of: score) == nil)
  }

  @Test("44: labels that are not there")
  func refusesLabelsThatAreNotThere() throws {
    var model = try model()
    try model.setPackedFiles([])
    let category = try #require(try model.modelMetadata()?.subgraphMetadata.first?.outputTensorMetadata[1])
    #expect(throws: ModelError.missingFile(name: "en.txt")) { try model.labels(of: category) }
  }

  @Test("44: metadata that is no metadata")
  func brokenMetadataStopsNobody() throws {
    for (data, error) in [
      (
        [], .malformed(field: "the file", .outOfBounds(what: "the header", position: 0, size: 8, limit: 0))
      ),
      ([8, 0, 0, 0, 77, 48, 48, 50], .wrongIdentifier(expected: "M001", found: "M002")),
      (
        [24, 0, 0, 0, 77, 48, 48, 49],
        .malformed(field: "the root table", .outOfBounds(what: "the table", position: 24, size: 4, limit: 8))
      ),
    ] as [(ByteSlice, ModelError)] {
      var model = Fixture.add
      model.buffers.append(Buffer(data: data))
      model.metadata = [
        Metadata {
          $0.name = "TFLITE_METADATA"
          $0.buffer = 2
        }
      ]
      let read = try model.reread()
      #expect(throws: error) { try read.modelMetadata() }
      #expect(try Model(ByteSlice(read.serialized())) == read)
    }
  }

  @Test func neverTrapsOnChangedBytes() throws {
    let model = try model()
    let data = try #require(model.metadataData(named: "TFLITE_METADATA")).withUnsafeBytes(Array.init)
    for position in data.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF, data[position] &+ 1] {
        var changed = model
        var bytes = data
        bytes[position] = value
        changed.buffers[Int(model.metadata[0].buffer)].data = ByteSlice(bytes)
        guard let metadata = try? changed.modelMetadata() else { continue }
        for tensor in metadata.subgraphMetadata.flatMap(\.outputTensorMetadata) { _ = try? changed.labels(of: tensor) }
      }
    }
  }
}
