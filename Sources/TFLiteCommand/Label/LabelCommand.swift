import ArgumentParser
import Foundation
import TFLite
import TFLiteBundledModels
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

struct LabelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Says what pictures show.",
    discussion: """
      Prints a table for each picture, or a JSON array with one object a picture.

      Exit codes: 0 all went well; 1 the model or at least one picture failed; 64 wrong usage.
      """)

  @Option(
    name: .shortAndLong,
    help: """
      The classification model: a .tflite file, the name of one that was downloaded or comes with the program, or an \
      AutoML manifest, a .json file.
      """,
    completion: .model)
  var model = BundledModel.codeSymbology.rawValue

  @Option(help: "A file with one class name a line, for models that carry none.")
  var labels: String?

  @Option(help: "The language of the labels, where the model has several.")
  var locale = "en"

  @OptionGroup var format: OutputFormat

  @Option(help: "Leave out labels with a lower score. (default: what the model's metadata says, else 0)")
  var threshold: Float?

  @Option(help: "Give at most so many labels a picture, the best first.")
  var maxResults = 10

  @Option(
    help: ArgumentHelp(
      "Look at this part of each picture only, in pixels of the picture as a person sees it.",
      valueName: "x,y,width,height"),
    transform: Self.region)
  var roi: BoundingBox?

  @OptionGroup var execution: ExecutionOptions

  @OptionGroup var pictureOptions: PictureOptions

  @Argument(help: "Pictures (PNG, JPEG, BMP, PPM) and folders of pictures.")
  var pictures: [String]

  private static func region(_ text: String) throws -> BoundingBox {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { Double($0) }
    guard fields.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else {
      throw ValidationError("'\(text)' is no region; 10,20,200,100 is one: left, top, width, height.")
    }
    return BoundingBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  func validate() throws {
    if pictures.isEmpty { throw ValidationError("Name at least one picture or folder.") }
    if threshold?.isNaN == true { throw ValidationError("--threshold must be a number.") }
    if maxResults < 1 { throw ValidationError("--max-results must be at least 1.") }
  }

  func run() throws {
    let names = try labels.map { path in
      try StandardError.reportingFailure(of: path) { try LabelList(contentsOfFile: path) }
    }
    let classifier = try StandardError.reportingFailure(of: model) { try makeClassifier(labels: names) }
    classifier.channelOrder = pictureOptions.channels
    if let resampling = pictureOptions.resampling { classifier.resampling = resampling }
    if let warning = classifier.warning { StandardError.report("warning: \(warning)", about: model) }
    let report: any PictureReport<ClassificationResult> = format.json ? .labelJSON : .labelTable
    try PictureBatch(files: PictureFiles(arguments: pictures)).run(report) { path in
      try PictureOutcome(of: path) { image in
        try classifier.classify(
          image, region: roi, fitting: pictureOptions.fitting ?? .stretch, scoreThreshold: threshold,
          maxResults: maxResults)
      }
    }
  }

  private func makeClassifier(labels: LabelList?) throws -> Classifier {
    let isManifest = (model as NSString).pathExtension.lowercased() == "json"
    let manifest = isManifest ? try AutoMLManifest(contentsOfFile: model) : nil
    let files = try LocatedModel(manifest?.modelPath ?? model)
    let delivered = try (manifest?.labelsPath ?? files.labelsPath).map { try LabelList(contentsOfFile: $0) }
    return try Classifier(
      model: files.load(), labels: labels ?? delivered, locale: locale,
      options: execution.options)
  }
}
