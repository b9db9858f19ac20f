import ArgumentParser
import Foundation
import TFLite
import TFLiteBundledModels
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

struct LabelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Says what pictures show.",
    discussion: """
      Prints a table for each picture, or a JSON array with one object a picture. Of several pictures, as many are worked \
      on at a time as there are threads.

      Exit codes: 0 all went well; 1 the model or at least one picture failed; 64 wrong usage.
      """)

  @Option(
    name: .shortAndLong,
    help: """
      The classification model: a .tflite file, the name of one that was downloaded or comes with the program, an AutoML \
      manifest, a .json file, or a folder with one of these.
      """,
    completion: .model)
  var model = BundledModel.codeSymbology.rawValue

  @Option(help: "A file with one class name a line, for models that carry none.")
  var labels: String?

  @Option(help: "The language of the labels, where the model has several.")
  var locale = "en"

  @OptionGroup var format: OutputFormat

  @Option(
    parsing: .unconditional,
    help: """
      Leave out labels with a lower score, which some models give below 0 or above 1. (default: what the model's metadata \
      says, else 0)
      """)
  var threshold: Float?

  @Option(parsing: .unconditional, help: "Give at most so many labels a picture, the best first.")
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
    if threshold?.isFinite == false { throw ValidationError("--threshold must be a number.") }
    if maxResults < 1 { throw ValidationError("--max-results must be at least 1.") }
  }

  func run() async throws {
    let classifier = try makeClassifier()
    if let channels = pictureOptions.channels { classifier.channelOrder = channels }
    if let resampling = pictureOptions.resampling { classifier.resampling = resampling }
    if let warning = classifier.warning { StandardError.report("warning: \(warning)", about: model) }
    let report: any PictureReport<ClassificationResult> = format.json ? .labelJSON : .labelTable
    let batch = try PictureBatch(PictureFiles(arguments: pictures), threads: execution.processor.threadCount) {
      try classifier.copy(threadCount: $0)
    }
    let (roi, fitting, threshold, maxResults) = (roi, pictureOptions.fitting ?? .stretch, threshold, maxResults)
    try await batch.run(report) { _, path, classifier in
      try PictureOutcome(of: path, neededAt: roi == nil ? classifier.neededSize : nil) { picture in
        guard let roi else {
          return try classifier.classify(
            picture, fitting: fitting, scoreThreshold: threshold, maxResults: maxResults)
        }
        return try classifier.classify(
          picture.image, region: roi, fitting: fitting, scoreThreshold: threshold, maxResults: maxResults)
      }
    }
  }

  private func makeClassifier() throws -> Classifier {
    let labeled = try LabeledModel(model, labelsPath: labels)
    return try labeled.reportingFailure(of: model) {
      try Classifier(model: labeled.model, labels: labeled.labels, locale: locale, options: execution.options)
    }
  }
}
