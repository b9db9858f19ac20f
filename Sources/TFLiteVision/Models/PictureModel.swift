import TFLite
import TFLiteImageCodecs
import TFLiteSchema

/// What a ``Detector`` and a ``Classifier`` have in common: a model at work on pictures, the names of its classes, and how
/// its scores are to be read.
///
/// It must not be used by two threads at once.
final class PictureModel {
  var labels: LabelList
  /// How pictures are shown to the model unless somebody wishes otherwise.
  var look: PictureLook
  let classCount: Int?
  let recommendedScoreThreshold: Float?
  let warning: String?
  let calibration: ScoreCalibration?
  /// What the model wants to see round the box of an object: see ``PictureMetadata/margin``.
  let margin: Double
  let input: PictureInput
  let runner: PictureRunner
  private let description: VisionModel
  private let options: Interpreter.Options?

  /// - Parameters:
  ///   - description: the model.
  ///   - labels: the names of the classes; nil takes those that are packed with the model.
  ///   - classCount: how many classes there are; nil where nobody knows.
  ///   - usualNormalization: how a float input is normalized unless the metadata says otherwise.
  ///   - look: how pictures are shown to such models.
  ///   - options: how the model runs.
  /// - Throws: ``VisionError`` when metadata is contradictory or there are fewer labels than classes, `InterpreterError`
  ///   when the model cannot run.
  init(
    _ description: VisionModel, labels: LabelList?, classCount: Int?, usualNormalization: PixelNormalization,
    look: PictureLook, options: Interpreter.Options?
  ) throws {
    let metadata = description.metadata
    self.description = description
    self.options = options
    self.classCount = classCount
    input =
      metadata.normalization == nil ? description.input.normalized(usualNormalization) : description.input
    calibration = try metadata.scoreCalibration(of: description.model)
    try labels?.check(classCount: classCount)
    self.labels = labels ?? metadata.labels ?? LabelList(names: [])
    recommendedScoreThreshold = metadata.scoreThreshold
    self.look = look
    if let resampling = metadata.resampling { self.look.resampling = resampling }
    margin = metadata.margin ?? 0
    warning = metadata.warning(hasLabels: !self.labels.names.isEmpty, needsNormalization: input.isNormalized)
    runner = try PictureRunner(description, input, options: options)
  }

  /// The same at work a second time, for another thread; the weights are shared.
  ///
  /// - Parameter threadCount: how many threads run the model.
  init(_ other: PictureModel, threadCount: Int) throws {
    (labels, look, classCount, warning) = (other.labels, other.look, other.classCount, other.warning)
    (recommendedScoreThreshold, calibration) = (other.recommendedScoreThreshold, other.calibration)
    margin = other.margin
    (description, input) = (other.description, other.input)
    var options = other.options ?? Interpreter.Options()
    options.threadCount = threadCount
    self.options = options
    runner = try PictureRunner(description, input, options: options)
  }

  /// The name of a class; nil where nobody knows it.
  func name(of classIndex: Int) -> String? { labels.name(of: classIndex, classCount: classCount) }

  /// Another runner of the model, which shares its weights, with one thread.
  func anotherRunner() throws -> PictureRunner {
    var options = options ?? Interpreter.Options()
    options.threadCount = 1
    return try PictureRunner(description, input, options: options)
  }

  /// How large a picture must be for the model to see all it can; nil where every pixel may count.
  var neededSize: (width: Int, height: Int)? {
    look.resampling == .area ? (input.size.width, input.size.height) : nil
  }

  /// How many threads may work.
  var threadCount: Int { max(1, options?.threadCount ?? 1) }
}

/// How long the parts of a run took.
struct RunTimes: Sendable {
  /// To scale the picture and to write it into the input.
  var resize = Duration.zero
  /// To run the model.
  var inference = Duration.zero
}

/// An interpreter that pictures are given to. After the first picture of a size, a run allocates nothing of its own.
///
/// It must not be used by two threads at once.
final class PictureRunner {
  private let interpreter: Interpreter
  private let inputPosition: Int
  private let encoder: PictureEncoder
  private var state: RecurrentState
  private var values: [UnsafeBufferPointer<Float>]
  private var memories: [RealValues]

  init(_ description: VisionModel, _ input: PictureInput, options: Interpreter.Options?) throws {
    let graph = description.model.subgraphs[0]
    inputPosition = description.inputPosition
    encoder = PictureEncoder(input)
    state = try RecurrentState(of: graph, besides: inputPosition)
    interpreter = try Interpreter(model: description.model, options: options)
    try interpreter.allocate()
    values = graph.outputs.map { _ in UnsafeBufferPointer(start: nil, count: 0) }
    memories = graph.outputs.map { RealValues(graph.tensors[Int($0)]) }
  }

  /// Whether what is computed for a picture depends on those before.
  var isRecurrent: Bool { !state.isEmpty }

  /// Makes a recurrent model see the next picture as if it were the first one.
  func forgetPictures() { state.reset() }

  /// Runs the model on a part of a picture, and `body` on what it has computed.
  ///
  /// - Throws: `ImageError` when the picture cannot be scaled, `InterpreterError` when the model cannot compute with it;
  ///   what `body` throws.
  func run<Result>(
    _ image: Image, _ part: PixelRectangle, _ look: PictureLook, _ times: inout RunTimes,
    _ body: (borrowing HeadOutputs, PictureTransform) throws -> Result
  ) throws -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let transform = try encoder.encode(image, part, look, into: interpreter, at: inputPosition)
    if !state.isEmpty { try state.feed(interpreter) }
    let encoded = clock.now
    try interpreter.invoke()
    let finished = clock.now
    if !state.isEmpty { try state.keep(from: interpreter) }
    times.resize += start.duration(to: encoded)
    times.inference += encoded.duration(to: finished)
    return try withOutputs(from: 0) { try body($0, transform) }
  }

  /// Runs `body` inside of accesses to the memory of all outputs from one on.
  private func withOutputs<Result>(
    from index: Int, _ body: (borrowing HeadOutputs) throws -> Result
  ) throws -> Result {
    guard index < values.count else { return try body(HeadOutputs(values)) }
    switch memories[index].type {
    case .float32:
      return try interpreter.withOutput(at: index, as: Float.self) { span in
        span.withUnsafeBufferPointer { values[index] = $0 }
        return try withOutputs(from: index + 1, body)
      }
    case .int8:
      try interpreter.withOutput(at: index, as: Int8.self) { memories[index].fill(with: $0) }
    case .uint8:
      try interpreter.withOutput(at: index, as: UInt8.self) { memories[index].fill(with: $0) }
    case .int16:
      try interpreter.withOutput(at: index, as: Int16.self) { memories[index].fill(with: $0) }
    default:
      memories[index].fill(with: try interpreter.output(at: index).floats())
    }
    values[index] = memories[index].values
    return try withOutputs(from: index + 1, body)
  }
}

/// The real numbers that an output's elements stand for, in memory that stays.
private final class RealValues {
  /// The type of the output; `.float64` stands for all that are converted by the tensor itself.
  let type: TensorType
  private let scale: Double
  private let zeroPoint: Int
  private var memory = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)

  init(_ tensor: TensorInfo) {
    let scales = tensor.quantization?.scale ?? []
    let zeroPoints = tensor.quantization?.zeroPoint ?? []
    // An output whose channels have scales of their own is rare.
    type = tensor.type == .float32 || scales.count == 1 ? tensor.type : .float64
    scale = Double(scales.first ?? 1)
    zeroPoint = Int(zeroPoints.first ?? 0)
  }

  deinit { memory.deallocate() }

  var values: UnsafeBufferPointer<Float> { UnsafeBufferPointer(memory) }

  /// By the arithmetic of DEQUANTIZE.
  func fill<Element: FixedWidthInteger & BitwiseCopyable>(with elements: Span<Element>) {
    resize(elements.count)
    for index in elements.indices {
      memory[index] = Float(scale * Double(Int(truncatingIfNeeded: elements[index]) &- zeroPoint))
    }
  }

  func fill(with elements: [Float]) {
    resize(elements.count)
    _ = memory.update(from: elements)
  }

  private func resize(_ count: Int) {
    guard memory.count != count else { return }
    memory.deallocate()
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0)
  }
}
