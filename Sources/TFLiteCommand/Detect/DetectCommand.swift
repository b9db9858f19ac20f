import ArgumentParser
import Foundation
import TFLite
import TFLiteAnnotation
import TFLiteBundledModels
import TFLiteCodeReader
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

struct DetectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detect",
    abstract: "Finds objects in pictures.",
    discussion: """
      Prints a table for each picture, or a JSON array with one object a picture. Boxes are in pixels of the picture as \
      a person sees it.

      Of several pictures, as many are worked on at a time as there are threads.

      With --stream, the pictures are the frames of a video, and objects keep their ids from frame to frame.

      Exit codes: 0 all went well; 1 the model or at least one picture failed; 64 wrong usage.
      """)

  @Option(
    name: .shortAndLong,
    help: """
      The detection model: a .tflite file, the name of one that was downloaded or comes with the program, an AutoML \
      manifest, or a folder with one of these.
      """,
    completion: .model)
  var model = BundledModel.codeDetector.rawValue

  @Option(help: "A file with one class name a line, for models that carry none.")
  var labels: String?

  @Option(
    name: .shortAndLong,
    help: "Write the picture with its boxes as PNG; with several pictures, a folder for all of them.")
  var output: String?

  @OptionGroup var format: OutputFormat

  @Option(
    parsing: .unconditional,
    help: "Leave out objects with a lower score, 0 to 1. (default: what the model's metadata says, else 0.5)")
  var threshold: Float?

  @Option(parsing: .unconditional, help: "Give at most so many objects a picture, the best first.")
  var maxResults: Int?

  @Flag(help: "Read the codes: what each box says, and what can be read outside of all boxes. Needs zxing-cpp.")
  var read = false

  @OptionGroup(title: "The head of the model") var headOptions: HeadCommandOptions

  @Option(
    help: ArgumentHelp(
      """
      Look at parts of the picture as well, for small objects: at so many at most, or, with auto, at parts of the size \
      of the model's input, 36 at most.
      """, valueName: "auto|N"),
    transform: Slicing.init(argument:))
  var slices: Slicing?

  @OptionGroup var execution: ExecutionOptions

  @OptionGroup var pictureOptions: PictureOptions

  @OptionGroup(title: "Video") var video: StreamCommandOptions

  @Argument(help: "Pictures (PNG, JPEG, BMP, PPM) and folders of pictures.")
  var pictures: [String]

  func validate() throws {
    if pictures.isEmpty { throw ValidationError("Name at least one picture or folder.") }
    if let threshold, !(0...1).contains(threshold) { throw ValidationError("--threshold must be 0 to 1.") }
    if let maxResults, maxResults < 1 { throw ValidationError("--max-results must be at least 1.") }
    if read, video.stream { throw ValidationError("--read is for single pictures, not for --stream.") }
  }

  func run() async throws {
    if video.stream { return try runStream() }
    if !read { return try await run(format.json ? .detectionJSON : .detectionTable) { _, result in result } }
    let reader = try StandardError.reportingFailure(of: "--read") { try CodeReader() }
    try await run(format.json ? .readingJSON : .readingTable) { image, result in
      try ReadResult(result, in: image, by: reader)
    }
  }

  /// Detects, and has something made of what is found.
  private func run<Result: ObjectResult>(
    _ report: any PictureReport<Result>, _ make: @escaping @Sendable (Image, DetectionResult) throws -> Result
  ) async throws {
    let files = PictureFiles(arguments: pictures)
    let annotated = try output.map { try AnnotatedPictures(path: $0, for: files, besides: modelFiles) }
    let detector = try makeDetector()

    if let warning = detector.warning { StandardError.report("warning: \(warning)", about: model) }
    let batch = try PictureBatch(files, threads: execution.processor.threadCount) {
      try detector.copy(threadCount: $0)
    }
    let (fitting, threshold, maxResults, isPatient) = (pictureOptions.fitting, threshold, maxResults, batch.isPatient)
    // Boxes are drawn on all of the pixels, and codes read in them.
    let needsAll = annotated != nil || Result.needsAllPixels
    try await batch.run(report) { number, path, detector in
      try PictureOutcome(of: path, neededAt: needsAll ? nil : detector.neededSize) { image in
        detector.forgetPictures()
        let result = try detector.detect(
          in: image, fitting: fitting, scoreThreshold: threshold, maxResults: maxResults,
          progress: isPatient ? SliceProgress(path).show : nil)
        return try make(image.image, result)
      } keep: { image, result in
        try annotated?.write(image.image, result.annotations, number: number)
      }
    }
  }

  private func runStream() throws {
    let source = try video.source(pictures)
    let frames = (source as? FrameFolder)?.paths ?? pictures
    let annotated = try output.map { folder in
      try AnnotatedFrames(folder: folder, of: pictures[0], inputs: frames + modelFiles)
    }
    let detector = try makeDetector()
    let run = StreamRun(
      detector: detector, fitting: pictureOptions.fitting, threshold: threshold ?? detector.scoreThreshold,
      maxResults: maxResults, frameRate: video.frameRate ?? 30)
    try run.run(
      video.dropFrames ? LiveFeed(source) : PatientFeed(source), source: pictures[0], sourceRate: source.frameRate,
      annotated: annotated)
  }

  /// What is read besides the pictures.
  private var modelFiles: [String] {
    get throws { try LocatedModel.files(of: model) + [labels].compactMap(\.self) }
  }

  private func makeDetector() throws -> Detector {
    let labeled = try LabeledModel(model, labelsPath: labels)
    return try labeled.reportingFailure(of: model) {
      let detector = try Detector(
        model: labeled.model, labels: labeled.labels, head: headOptions.detectionHead(), options: execution.options)
      if let channels = pictureOptions.channels { detector.channelOrder = channels }
      if let resampling = pictureOptions.resampling { detector.resampling = resampling }
      detector.slicing = slices
      return detector
    }
  }
}
