import ArgumentParser
import Foundation
import TFLite
import TFLiteBundledModels
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

struct DetectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect",
    abstract: "Finds objects in pictures.",
    discussion: """
      Prints a table for each picture, or a JSON array with one object a picture. Boxes are in pixels of the picture as \
      a person sees it.

      With --stream, the pictures are the frames of a video, and objects keep their ids from frame to frame.

      Exit codes: 0 all went well; 1 the model or at least one picture failed; 64 wrong usage.
      """)

  @Option(
    name: .shortAndLong,
    help: "The detection model: a .tflite file, or the name of one that was downloaded or comes with the program.",
    completion: .model)
  var model = BundledModel.codeDetector.rawValue

  @Option(help: "A file with one class name a line, for models that carry none.")
  var labels: String?

  @Option(
    name: .shortAndLong,
    help: "Write the picture with its boxes as PNG; with several pictures, a folder for all of them.")
  var output: String?

  @OptionGroup var format: OutputFormat

  @Option(help: "Leave out objects with a lower score.")
  var threshold: Float = 0.5

  @Option(help: "Give at most so many objects a picture, the best first.")
  var maxResults: Int?

  @OptionGroup var execution: ExecutionOptions

  @OptionGroup var pictureOptions: PictureOptions

  @OptionGroup(title: "Video") var video: StreamCommandOptions

  @Argument(help: "Pictures (PNG, JPEG, BMP, PPM) and folders of pictures.")
  var pictures: [String]

  func validate() throws {
    if pictures.isEmpty { throw ValidationError("Name at least one picture or folder.") }
    if threshold.isNaN { throw ValidationError("--threshold must be a number.") }
    if let maxResults, maxResults < 1 { throw ValidationError("--max-results must be at least 1.") }
  }

  func run() throws {
    if video.stream { return try runStream() }
    let files = PictureFiles(arguments: pictures)
    let annotated = try output.map { try AnnotatedPictures(path: $0, for: files) }
    let detector = try makeDetector()

    if let warning = detector.warning { StandardError.report("warning: \(warning)", about: model) }
    let report: any PictureReport<DetectionResult> =
      format.json ? .detectionJSON : .detectionTable(threshold: threshold)
    try PictureBatch(files: files).run(report) { path in
      let outcome = try PictureOutcome(of: path) { image in
        detector.forgetPictures()
        return try detector.detect(
          in: image, fitting: pictureOptions.fitting, scoreThreshold: threshold, maxResults: maxResults)
      }
      try annotated?.write(outcome, for: path)
      return outcome
    }
  }

  private func runStream() throws {
    let source = try video.source(pictures)
    let annotated = try output.map { try AnnotatedFrames(folder: $0) }
    let run = StreamRun(
      detector: try makeDetector(), fitting: pictureOptions.fitting, threshold: threshold, maxResults: maxResults,
      frameRate: video.frameRate ?? 30)
    try run.run(
      video.dropFrames ? LiveFeed(source) : PatientFeed(source), source: pictures[0], sourceRate: source.frameRate,
      annotated: annotated)
  }

  private func makeDetector() throws -> Detector {
    let files = try StandardError.reportingFailure(of: model) { try LocatedModel(model) }
    let names = try (labels ?? files.labelsPath).map { path in
      try StandardError.reportingFailure(of: path) { try LabelList(contentsOfFile: path) }
    }
    return try StandardError.reportingFailure(of: model) {
      let detector = try Detector(
        model: files.load(), labels: names, options: execution.options)
      detector.channelOrder = pictureOptions.channels
      if let resampling = pictureOptions.resampling { detector.resampling = resampling }
      return detector
    }
  }
}
