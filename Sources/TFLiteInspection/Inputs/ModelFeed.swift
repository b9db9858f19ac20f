import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

/// A value for every input of a model.
public struct ModelFeed: Sendable {
  /// The values, in the order of the model's inputs; nil for inputs that are constants.
  public let values: [TensorValues?]
  /// The picture that one of the inputs shows, if there is one.
  public let picture: Picture?

  /// A picture and the input that it is for.
  public struct Picture: Sendable {
    /// The file.
    public let path: String
    /// The picture as a person sees it.
    public let image: Image
    /// The input's position among the model's inputs.
    public let input: Int
  }

  /// Reads the values that a person has given.
  ///
  /// Named values go to their inputs, the arrays of archives to the inputs of their names, or `input0`, `input1`, …; a
  /// file without a name goes to the first input without a value; noise without a name goes to all that are left.
  ///
  /// - Parameters:
  ///   - arguments: what was given, in its order.
  ///   - model: whose inputs they are for.
  ///   - fitting: how pictures are brought to the size of their inputs.
  ///   - resampling: what their pixels there are made of; nil stands for what the model states, else bilinear.
  ///   - order: the order of the colors of a pixel.
  ///   - memoryLimit: the most bytes that all values together, and the ``picture``, may take; none is made, or read, that
  ///     would take more. A file beside them has to fit as long as it is read.
  /// - Throws: ``InspectionError`` when a value is missing or does not fit, or a file cannot be read; `ImageError` or
  ///   `VisionError` for pictures.
  public init(
    _ arguments: [InputArgument], for model: Model, fitting: PictureFitting = .stretch, resampling: Resampling? = nil,
    order: ChannelOrder = .rgb, memoryLimit: Int = 2 << 30
  ) throws {
    var reader = FeedReader(
      model, fitting: fitting, resampling: resampling, order: order, memoryLimit: memoryLimit)
    // Values for all that is left come last, wherever they were given.
    let isForTheRest: (InputArgument) -> Bool = {
      switch $0.source {
      case .random: $0.name == nil
      case .measurable: true
      case .file, .picture: false
      }
    }
    for argument in arguments.filter({ !isForTheRest($0) }) { try reader.read(argument) }
    for argument in arguments.filter(isForTheRest) { try reader.read(argument) }
    try reader.checkCompleteness()
    values = reader.values
    picture = reader.picture
  }

  /// Takes values as they are.
  public init(values: [TensorValues?]) {
    self.values = values
    picture = nil
  }
}

/// Gives values to inputs, one argument after the other.
private struct FeedReader {
  private let model: Model
  private let inputs: [TensorInfo]
  private let fitting: PictureFitting
  private let resampling: Resampling?
  private let order: ChannelOrder
  private let memoryLimit: Int
  private var reservedByteCount = 0
  private(set) var values: [TensorValues?]
  private(set) var picture: ModelFeed.Picture?

  init(
    _ model: Model, fitting: PictureFitting, resampling: Resampling?, order: ChannelOrder, memoryLimit: Int
  ) {
    self.model = model
    self.fitting = fitting
    self.resampling = resampling
    self.order = order
    self.memoryLimit = memoryLimit
    let graph = model.subgraphs[0]
    inputs = graph.inputs.map { graph.tensors[Int($0)] }
    values = Array(repeating: nil, count: inputs.count)
  }

  private var names: [String] { inputs.map(\.name) }

  private func isConstant(_ position: Int) -> Bool { model.constantData(of: inputs[position]) != nil }

  /// The inputs that still need a value.
  private var open: [Int] { inputs.indices.filter { values[$0] == nil && !isConstant($0) } }

  mutating func read(_ argument: InputArgument) throws {
    let named = try argument.name.map { try position(named: $0) }
    switch argument.source {
    case .random(let seed):
      for position in named.map({ [$0] }) ?? open { try set(noise(for: position, seed: seed), at: position) }
    case .measurable:
      for position in open {
        let input = inputs[position]
        let isIndex = [.int32, .uint32, .int64, .uint64].contains(input.type)
        if isIndex {
          try reserve(for: position)
          try set(.zeros(like: input), at: position)
        } else {
          try set(noise(for: position, seed: 0), at: position)
        }
      }
    case .picture(let path):
      try readPicture(path, at: named)
    case .file(let path):
      switch FileKind(path) {
      case .array:
        let position = try named ?? next()
        let file = try InputFile(path)
        try reserve(file.byteCount, for: position)
        let bytes = try file.contents()
        try set(Self.inFile(path) { try NPYFile.decode(bytes) }, at: position)
      case .archive: try readArchive(path, only: named)
      case .picture: try readPicture(path, at: named)
      case .raw: try readRaw(path, at: named ?? next())
      }
    }
  }

  private mutating func noise(for position: Int, seed: UInt64) throws(InspectionError) -> TensorValues {
    let input = inputs[position]
    try reserve(for: position)
    return try .random(type: input.type, shape: input.shape.map(Int.init), seed: seed &+ UInt64(position))
  }

  /// Counts the memory that a value takes, before it is made: the input's size, or what a file has for it.
  private mutating func reserve(_ byteCount: Int? = nil, for position: Int) throws(InspectionError) {
    let input = inputs[position]
    let shape = input.shape.map(Int.init)
    // What has no size is refused where its value would be made.
    guard let byteCount = byteCount ?? input.type.byteCount(shape: shape) else { return }
    let sum = reservedByteCount.addingReportingOverflow(byteCount)
    guard !sum.overflow, sum.partialValue <= memoryLimit else {
      throw .inputsTooLarge(
        input.name, type: input.type.schemaName, shape: shape, byteCount: sum.overflow ? .max : sum.partialValue,
        limit: memoryLimit)
    }
    reservedByteCount = sum.partialValue
  }

  /// How much memory values may still take.
  private var freeByteCount: Int { max(0, memoryLimit - reservedByteCount) }

  func checkCompleteness() throws(InspectionError) {
    guard let missing = open.first else { return }
    let input = inputs[missing]
    throw .inputMissing(input.name, type: input.type.schemaName, shape: input.shape.map(Int.init))
  }

  // MARK: Which input

  private func position(named name: String) throws(InspectionError) -> Int {
    guard let position = names.firstIndex(of: name) else { throw .noSuchInput(name, inputs: names) }
    return position
  }

  private func next() throws(InspectionError) -> Int {
    guard let position = open.first else { throw .tooManyInputs(given: inputs.count + 1, inputs: names) }
    return position
  }

  private mutating func set(_ value: TensorValues, at position: Int) throws(InspectionError) {
    let input = inputs[position]
    guard values[position] == nil else { throw .inputGivenTwice(input.name) }
    let expected = input.shapeSignature.isEmpty ? input.shape : input.shapeSignature
    let fits = zip(value.shape, expected).allSatisfy { $1 == -1 || $0 == Int($1) }
    guard value.type == input.type, value.shape.count == expected.count, fits else {
      throw .wrongInput(
        input.name, expected: "\(input.type.schemaName) \(expected)", found: "\(value.type.schemaName) \(value.shape)")
    }
    values[position] = value
  }

  // MARK: Reading

  private mutating func readArchive(_ path: String, only named: Int?) throws {
    let file = try InputFile(path)
    guard file.byteCount <= freeByteCount else {
      throw InspectionError.inFile(
        path: path, .cannotRead(reason: "it has \(file.byteCount) bytes, and \(freeByteCount) are left for values"))
    }
    let contents = try file.contents()
    let archive = try Self.inFile(path) { try NPZArchive(contents) }
    let stored = archive.arrayNames
    if let named {
      // An archive with one array is that array.
      let name = stored.first { $0 == names[named] || $0 == "input\(named)" } ?? (stored.count == 1 ? stored[0] : nil)
      guard let name, let value = try array(name, of: archive, in: path, for: named) else {
        throw InspectionError.noArrayForInputs(arrays: stored, inputs: [names[named]])
      }
      return try set(value, at: named)
    }
    var found = false
    for position in open {
      guard let name = stored.first(where: { $0 == names[position] || $0 == "input\(position)" }),
        let value = try array(name, of: archive, in: path, for: position)
      else { continue }
      try set(value, at: position)
      found = true
    }
    guard found else { throw InspectionError.noArrayForInputs(arrays: stored, inputs: names) }
  }

  private mutating func array(
    _ name: String, of archive: NPZArchive, in path: String, for position: Int
  ) throws -> TensorValues? {
    if let byteCount = archive.statedByteCount(ofArray: name) { try reserve(byteCount, for: position) }
    return try Self.inFile(path) { try archive.array(named: name) }
  }

  private mutating func readRaw(_ path: String, at position: Int) throws {
    let input = inputs[position]
    let file = try InputFile(path)
    let shape = input.shape.map(Int.init)
    guard input.type != .string else { return try readLines(of: file, at: position) }
    guard let expected = input.type.byteCount(shape: shape), file.byteCount == expected else {
      throw InspectionError.wrongInput(
        input.name, expected: "\(input.byteCount ?? 0) bytes (\(input.type.schemaName) \(shape))",
        found: "a file of \(file.byteCount) bytes")
    }
    try reserve(for: position)
    let bytes = try file.contents().withUnsafeBytes { Array($0) }
    try set(TensorValues(type: input.type, shape: shape, checked: bytes), at: position)
  }

  /// One line of a text for each string of an input. A vector takes as many as there are, where the model leaves its size
  /// open.
  private mutating func readLines(of file: InputFile, at position: Int) throws {
    let input = inputs[position]
    try reserve(file.byteCount, for: position)
    let lines = TextLines(try file.contents())
    let shape = input.shapeSignature == [-1] ? [lines.count] : input.shape.map(Int.init)
    guard lines.count == shape.reduce(1, *) else {
      throw InspectionError.wrongInput(
        input.name, expected: "one line for each string of \(shape)", found: "a file of \(lines.count) lines")
    }
    guard let byteCount = lines.bufferByteCount else {
      throw InspectionError.wrongInput(
        input.name, expected: "2 GiB of lines at most, with 4 bytes for each", found: "a file of \(lines.count) lines")
    }
    // Where lines are short, what is kept of them takes more than the file, which is there until they are copied.
    try reserve(byteCount, for: position)
    try set(TensorValues(lines: lines, byteCount: byteCount, shape: shape), at: position)
    reservedByteCount -= file.byteCount
  }

  private mutating func readPicture(_ path: String, at named: Int?) throws {
    let position = try named ?? open.first { PictureFeed.fits(inputs[$0]) } ?? next()
    let input = inputs[position]
    try reserve(for: position)
    // The limits are held when the file's header has been read, before the pixels take memory.
    var limits = ImageLimits.standard
    limits.maximumPixels = min(limits.maximumPixels, freeByteCount / Self.bytesPerPixel)
    limits.maximumFileBytes = min(limits.maximumFileBytes, freeByteCount)
    let image = try Image(contentsOfFile: path, limits: limits)
    // Only one picture stays.
    if picture == nil { try reserve(image.pixels.count, for: position) }
    let data = try PictureFeed.bytes(
      of: image, for: input, in: model, fitting: fitting, resampling: resampling, order: order)
    try set(TensorValues(type: input.type, shape: input.shape.map(Int.init), bytes: [UInt8](data)), at: position)
    if picture == nil { picture = ModelFeed.Picture(path: path, image: image, input: position) }
  }

  private static let bytesPerPixel = 3

  /// Names the file in errors about its contents.
  private static func inFile<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as InspectionError {
      if case .inFile = error { throw error }
      throw InspectionError.inFile(path: path, error)
    }
  }
}

extension TensorValues {
  /// A tensor of zeros of the size that an input has in the file.
  ///
  /// - Throws: ``InspectionError/noArrayType(tensor:type:)`` for types without numbers.
  fileprivate static func zeros(like input: TensorInfo) throws(InspectionError) -> TensorValues {
    guard let byteCount = input.byteCount else { throw .noArrayType(tensor: input.name, type: input.type.schemaName) }
    return TensorValues(
      type: input.type, shape: input.shape.map(Int.init), checked: Array(repeating: 0, count: byteCount))
  }
}

/// What the extension of a file's name says of its contents.
enum FileKind: Equatable {
  case array
  case archive
  case picture
  case raw

  private static let pictureExtensions: Set = ["png", "jpg", "jpeg", "bmp", "ppm", "pgm", "pbm", "pnm"]

  init(_ path: String) {
    let name = path.split(separator: "/").last ?? ""
    let pathExtension = name.contains(".") ? name.split(separator: ".").last?.lowercased() ?? "" : ""
    switch pathExtension {
    case "npy": self = .array
    case "npz": self = .archive
    default: self = Self.pictureExtensions.contains(pathExtension) ? .picture : .raw
    }
  }
}
