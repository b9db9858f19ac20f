import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteVision

@Suite struct MetadataTests {
  /// The classifier of one pixel with metadata about its output.
  private func model(
    _ files: [PackedFile] = [], _ change: (inout TensorMetadata) -> Void = { _ in }
  ) throws -> Model {
    var model = ModelSketch.classifier().model
    var output = TensorMetadata()
    change(&output)
    var graph = SubGraphMetadata()
    graph.outputTensorMetadata = [output]
    var metadata = ModelMetadata()
    metadata.subgraphMetadata = [graph]
    try model.setModelMetadata(metadata)
    try model.setPackedFiles(files)
    return model
  }

  private func text(_ name: String, _ text: String) throws -> PackedFile {
    try PackedFile(name: name, data: ByteSlice(Array(text.utf8)))
  }

  private func file(_ name: String, _ type: AssociatedFileType, locale: String = "") -> AssociatedFile {
    var file = AssociatedFile()
    (file.name, file.type, file.locale) = (name, type, locale)
    return file
  }

  private func unit(_ options: ProcessUnitOptions) -> ProcessUnit {
    var unit = ProcessUnit()
    unit.options = options
    return unit
  }

  private func classify(_ model: Model, locale: String = "en") throws -> [Classification] {
    let classifier = try Classifier(model: model, locale: locale)
    let picture = try VisionImage(pixels: [32, 128, 64] as [UInt8], width: 1, height: 1, format: .rgb)
    return try classifier.classify(picture.upright()).classifications
  }

  @Test(arguments: [("en", "green"), ("de", "grün"), ("de-AT", "grün"), ("fr", "g")])
  func labelsInALanguage(_ locale: String, _ best: String) throws {
    let model = try model([
      text("ids.txt", "r\ng\nb\n"), text("en.txt", "red\ngreen\nblue\n"), text("de.txt", "rot\ngrün\nblau\n"),
    ]) {
      $0.associatedFiles = [
        file("ids.txt", .tensorAxisLabels), file("en.txt", .tensorAxisLabels, locale: "en"),
        file("de.txt", .tensorAxisLabels, locale: "de"),
      ]
    }
    #expect(try classify(model, locale: locale).first?.label == best)
    #expect(try Classifier(model: model).warning == nil)
  }

  @Test func leavesOutScoresBelowTheThreshold() throws {
    var options = ScoreThresholdingOptions()
    options.globalScoreThreshold = 0.25
    let model = try model { $0.processUnits = [unit(.scoreThresholding(options))] }
    #expect(try classify(model).map(\.classIndex) == [1, 2])
    #expect(try Classifier(model: model).recommendedScoreThreshold == 0.25)
    let all = try Classifier(model: model).classify(
      try TestDetectors.picture().upright(), scoreThreshold: 0
    ).classifications
    #expect(all.count == 3)
  }

  @Test func calibratesScores() throws {
    var options = ScoreCalibrationOptions()
    options.defaultScore = 0.0625
    func calibrated(_ lines: String) throws -> [Float] {
      let model = try model([text("calibration.txt", lines)]) {
        $0.processUnits = [unit(.scoreCalibration(options))]
        $0.associatedFiles = [file("calibration.txt", .tensorAxisScoreCalibration)]
      }
      return try classify(model).sorted { $0.classIndex < $1.classIndex }.map(\.score)
    }
    // 0.5 / (1 + e^-(2 · 0.125 - 0.25)) = 0.25; the second score is not above its minimum; the third class has no line.
    #expect(try calibrated("0.5,2,-0.25\n1,1,0,0.5\n\n") == [0.25, 0.0625, 0.0625])
    #expect(try calibrated("0.5,2,-0.25") == [0.25, 0.0625, 0.0625])
    options.scoreTransformation = .log
    // 1 / (1 + e^-log(0.125)) = 0.125 / 1.125
    #expect(abs(try calibrated("1,1,0\n\n\n")[0] - 0.125 / 1.125) < 1e-6)
    options.scoreTransformation = .inverseLogistic
    // The logistic function of its inverse.
    #expect(abs(try calibrated("1,1,0\n\n\n")[0] - 0.125) < 1e-6)
    for (lines, line) in [
      ("1,2\n", "line 1"), ("\n1,a,3\n", "line 2"), ("-1,1,1\n", "line 1"), ("1,2,3,4,5\n", "line 1"),
    ] {
      #expect { try calibrated(lines) } throws: { error in
        "\(error)".hasPrefix("the model's metadata: \(line) of calibration.txt is ")
      }
    }
  }

  @Test func calibrationWithoutParametersIsAnError() throws {
    for files in [[], [file("missing.txt", .tensorAxisScoreCalibration)]] {
      let model = try model {
        $0.processUnits = [unit(.scoreCalibration(ScoreCalibrationOptions()))]
        $0.associatedFiles = files
      }
      #expect { try Classifier(model: model) } throws: {
        "\($0)".contains("names no file") || "\($0)".contains("'missing.txt'")
      }
    }
  }

  @Test func namesWhatIsMissing() throws {
    let bare = try Classifier(model: ModelSketch.classifier().model)
    #expect(bare.warning == "the model has no metadata: labels (classes are numbers), a score threshold")
    let labels = LabelList(names: ["r", "g", "b"])
    #expect(try Classifier(model: ModelSketch.classifier().model, labels: labels).warning == nil)
    let missing = try model { $0.associatedFiles = [file("labels.txt", .tensorAxisLabels)] }
    let warning = try #require(try Classifier(model: missing).warning)
    #expect(warning.contains("'labels.txt'") && warning.contains("does not state labels"))
    // A model whose metadata is no metadata still runs.
    let broken = ModelSketch.classifier().model.stating("no flatbuffer", named: "TFLITE_METADATA")
    #expect(try classify(broken).first?.classIndex == 1)
    #expect(try Classifier(model: broken).warning?.contains("the metadata cannot be read") == true)
  }

  @Test func refusesLayoutsOfBoxesThatAreNone() throws {
    var properties = BoundingBoxProperties()
    #expect(throws: VisionError.self) { try BoxLayout(properties) }
    properties.type = .boundaries
    properties.index = [0, 1, 2, 2]
    #expect { try BoxLayout(properties) } throws: { "\($0)".contains("[0, 1, 2, 2]") }
  }

  @Test func readsAllLayoutsOfBoxes() throws {
    for (type, numbers) in [
      (BoundingBoxType.boundaries, [0.25, 0.5, 0.75, 1]), (.upperLeft, [0.25, 0.5, 0.5, 0.5]),
      (.center, [0.5, 0.75, 0.5, 0.5]),
    ] as [(BoundingBoxType, [Float])] {
      for (coordinates, scale) in [(CoordinateType.ratio, [1, 1]), (.pixel, [40, 20])] as [(CoordinateType, [Float])] {
        for places in [[0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0]] as [[UInt32]] {
          var properties = BoundingBoxProperties()
          (properties.type, properties.coordinateType, properties.index) = (type, coordinates, places)
          var stored: [Float] = [0, 0, 0, 0]
          for index in 0..<4 { stored[Int(places[index])] = numbers[index] * scale[index % 2] }
          let edges = try BoxLayout(properties).edges(stored.span, at: 0, in: InputSize(width: 40, height: 20))
          #expect(edges == (0.25, 0.5, 0.75, 1))
        }
      }
    }
  }
}
