import Foundation
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteInspection

@Suite struct ModelFeedTests {
  private let folder: TemporaryFolder
  /// Inputs: "left" UINT8 [2, 3] and "right" UINT8 [2, 3].
  private let model = ModelSketch.binary(.add, AddOptions()).model
  init() throws { folder = try TemporaryFolder() }

  private func values(_ first: UInt8, shape: [Int] = [2, 3]) throws -> TensorValues {
    try TensorValues(type: .uint8, shape: shape, bytes: (0..<6).map { first + $0 })
  }

  private func array(_ first: UInt8, _ name: String) throws -> String {
    try folder.write(try NPYFile.encode(values(first)), name)
  }

  private func feed(_ arguments: String...) throws -> [[UInt8]?] {
    let parsed = try arguments.map { try InputArgument($0, inputNames: ["left", "right"]) }
    return try ModelFeed(parsed, for: model).values.map { $0?.bytes }
  }

  @Test func inTheOrderOfTheInputs() throws {
    let (a, b) = (try array(0, "a.npy"), try array(100, "b.npy"))
    #expect(try feed(a, b) == [values(0).bytes, values(100).bytes])
    #expect(try feed("right=\(a)", b) == [values(100).bytes, values(0).bytes])
    #expect(try feed("right=\(a)", "left=\(b)") == [values(100).bytes, values(0).bytes])
  }

  @Test func rawBytes() throws {
    let raw = try folder.write(try values(5).bytes, "five.bin")
    let other = try folder.write(try values(9).bytes, "nine")
    #expect(try feed(raw, other) == [values(5).bytes, values(9).bytes])
  }

  @Test func archives() throws {
    for names in [["left", "right"], ["input0", "input1"]] {
      var archive = NPZArchive()
      try archive.add(values(1), named: names[1])
      try archive.add(values(2), named: names[0])
      try archive.add(values(3), named: "output0")
      let path = try folder.write(try archive.encoded(), "arrays.npz")
      #expect(try feed(path) == [values(2).bytes, values(1).bytes])
      #expect(try feed("left=\(path)", "random:1")[0] == values(2).bytes)
    }
    var single = NPZArchive()
    try single.add(values(4), named: "arr_0")
    let path = try folder.write(try single.encoded(), "single.npz")
    #expect(try feed("right=\(path)", "random:1")[1] == values(4).bytes)
    #expect(throws: InspectionError.noArrayForInputs(arrays: ["arr_0"], inputs: ["left", "right"])) { try feed(path) }
  }

  @Test func noiseFillsWhatIsLeft() throws {
    let a = try array(0, "a.npy")
    #expect(try feed("random:5") == feed("random:5"))
    #expect(try feed("random:5") != feed("random:6"))
    let both = try feed("random:5")
    #expect(both[0] != both[1])
    #expect(try feed("random:5", a)[0] == values(0).bytes)
    #expect(try feed("right=random:5", a)[0] == values(0).bytes)
  }

  @Test func equalsSignsInFileNames() throws {
    let a = try array(0, "x=y.npy")
    #expect(try feed(a, a) == [values(0).bytes, values(0).bytes])
    #expect(try feed("left=\(a)", "random:0")[0] == values(0).bytes)
  }

  @Test func shapesThatAreOpen() throws {
    var open = model
    open.subgraphs[0].tensors[0].shapeSignature = [-1, 3]
    let four = try TensorValues(type: .uint8, shape: [4, 3], bytes: Array(0..<12))
    let path = try folder.write(try NPYFile.encode(four), "four.npy")
    let arguments = [try InputArgument(path, inputNames: []), try InputArgument("random:0", inputNames: [])]
    #expect(try ModelFeed(arguments, for: open).values[0] == four)
    #expect(throws: InspectionError.wrongInput("left", expected: "UINT8 [2, 3]", found: "UINT8 [4, 3]")) {
      try ModelFeed(arguments, for: model)
    }
  }

  @Test func pictures() throws {
    let picture = try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    let model = ModelSketch.detector().model
    let feed = try ModelFeed([InputArgument(picture: picture)], for: model)
    #expect(feed.values[0]?.bytes == [224, 0, 0, 0, 128, 0, 0, 0, 192, 5, 5, 5])
    #expect(feed.picture?.path == picture)
    #expect(feed.picture?.image.width == 200)
    #expect(try ModelFeed([InputArgument(picture, inputNames: [])], for: model).values == feed.values)
  }

  /// Whatever values are made of: they are counted before they are made.
  @Test func memoryIsLimited() throws {
    let one = try array(0, "one.npy")
    let raw = try folder.write(try values(5).bytes, "five.bin")
    var archive = NPZArchive()
    try archive.add(values(1), named: "left")
    try archive.add(values(2), named: "right")
    let both = try folder.write(try archive.encoded(), "both.npz")
    let arraySize = try Data(contentsOf: URL(fileURLWithPath: one)).count
    let archiveSize = try Data(contentsOf: URL(fileURLWithPath: both)).count

    func feed(_ arguments: [InputArgument], limit: Int) throws -> ModelFeed {
      try ModelFeed(arguments, for: model, memoryLimit: limit)
    }
    func expectLimit(_ texts: [String], _ needed: Int, of input: String) throws {
      let arguments = try texts.map { try InputArgument($0, inputNames: ["left", "right"]) }
      #expect(
        throws: InspectionError.inputsTooLarge(
          input, type: "UINT8", shape: [2, 3], byteCount: needed, limit: needed - 1)
      ) { try feed(arguments, limit: needed - 1) }
      #expect(try feed(arguments, limit: needed).values.allSatisfy { $0 != nil })
    }
    try expectLimit(["random:1"], 12, of: "right")
    try expectLimit([raw, raw], 12, of: "right")
    try expectLimit([one, "random:1"], arraySize + 6, of: "right")
    #expect(throws: InspectionError.self) { try feed([.measurable], limit: 11) }

    // An archive is read as a whole, beside the arrays that were taken out of others.
    func expectArchiveLimit(_ texts: [String], _ needed: Int, left: Int) throws {
      let arguments = try texts.map { try InputArgument($0, inputNames: ["left", "right"]) }
      let reason = "it has \(archiveSize) bytes, and \(left) are left for values"
      #expect(throws: InspectionError.inFile(path: both, .cannotRead(reason: reason))) {
        try feed(arguments, limit: needed - 1)
      }
      #expect(try feed(arguments, limit: needed).values.allSatisfy { $0 != nil })
    }
    try expectArchiveLimit([both], archiveSize, left: archiveSize - 1)
    try expectArchiveLimit(["left=\(both)", "right=\(both)"], arraySize + archiveSize, left: archiveSize - 1)

    // More than memory holds, and more than can be counted.
    var vast = model
    for shape: [Int32] in [
      [33_554_433, 1, 1, 16385], [1 << 20, 1 << 20, 1 << 20], [1 << 20, 1 << 20, 1 << 20, 1 << 20],
    ] {
      vast.subgraphs[0].tensors[0].shape = shape
      #expect(throws: InspectionError.self) { try ModelFeed([InputArgument("random:1", inputNames: [])], for: vast) }
    }
    let picture = try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    var poster = ModelSketch.detector().model
    poster.subgraphs[0].tensors[Int(poster.subgraphs[0].inputs[0])].shape = [1, 40_000, 40_000, 3]
    #expect(throws: InspectionError.self) { try ModelFeed([InputArgument(picture: picture)], for: poster) }
  }

  /// What a picture's header says of its size is enough to refuse it.
  @Test func memoryForPicturesIsLimited() throws {
    let model = ModelSketch.detector().model
    func feed(_ picture: String, limit: Int) throws -> ModelFeed {
      try ModelFeed([InputArgument(picture: picture)], for: model, memoryLimit: limit)
    }
    // Its pixels are not even there. The input takes 12 bytes.
    let vast = try folder.write(Array("P6 10000 10000 255\n".utf8), "vast.ppm")
    #expect(
      throws: ImageError.inFile(path: vast, .tooLarge(width: 10_000, height: 10_000, maximumPixels: (1000 - 12) / 3))
    ) { try feed(vast, limit: 1000) }
    let bytes = QuarteredPicture.threeObjects.ppm
    let picture = try folder.write(bytes, "picture.ppm")
    #expect(throws: ImageError.inFile(path: picture, .fileTooLarge(maximumBytes: bytes.count - 1))) {
      try feed(picture, limit: 12 + bytes.count - 1)
    }
    #expect(try feed(picture, limit: 12 + bytes.count).picture?.image.width == 200)
  }

  /// Of a line end, four bytes are kept, and more while lines are looked for if nobody takes care.
  @Test func memoryForLinesIsLimited() throws {
    var sketch = ModelSketch()
    let input = sketch.plain("texts", [1], .string)
    sketch.graph.inputs = [input]
    sketch.graph.tensors[Int(input)].shapeSignature = [-1]
    let model = sketch.model
    func texts(_ text: String, limit: Int) throws -> [String]? {
      let path = try folder.write(Array(text.utf8), "texts.txt")
      return try ModelFeed([InputArgument(path, inputNames: [])], for: model, memoryLimit: limit).values[0]?.strings
    }
    // Beside the file, its lines' number and the offsets of all and of the end, four bytes each, and what is in them.
    let few = "one\n\nthree"
    let lineEnds = String(repeating: "\n", count: 1000)
    for (text, lines, size) in [
      (few, ["one", "", "three"], 4 * (3 + 2) + 8), (few + "\n", ["one", "", "three"], 4 * (3 + 2) + 8),
      ("", [], 4 * 2), (lineEnds, Array(repeating: "", count: 1000), 4 * 1002),
    ] as [(String, [String], Int)] {
      let needed = text.utf8.count + size
      #expect(try texts(text, limit: needed) == lines)
      #expect(
        throws: InspectionError.inputsTooLarge(
          "texts", type: "STRING", shape: [1], byteCount: needed, limit: needed - 1)
      ) { try texts(text, limit: needed - 1) }
    }
    // What does not fit as a file is not read.
    #expect(
      throws: InspectionError.inputsTooLarge("texts", type: "STRING", shape: [1], byteCount: 1000, limit: 999)
    ) { try texts(lineEnds, limit: 999) }
  }

  /// A mapped file would end the process here.
  @Test func filesMayShrink() throws {
    let path = try folder.write([1, 2, 3, 4, 5, 6], "six")
    let file = try InputFile(path)
    let contents = try file.contents()
    #expect(file.byteCount == 6)
    for (count, reason) in [
      (3, "the file was written to while it was read"), (0, "the file was written to while it was read"),
      (9, "the file has 9 bytes, more than the limit of 6"),
    ] {
      try folder.write(Array(repeating: 7, count: count), "six")
      #expect(throws: InspectionError.inFile(path: path, .cannotRead(reason: reason))) { try file.contents() }
      #expect(contents == ByteSlice([1, 2, 3, 4, 5, 6]))
    }
  }

  @Test func whatDoesNotFit() throws {
    let a = try array(0, "a.npy")
    let short = try folder.write([1, 2], "short.bin")
    let floats = try folder.write(try NPYFile.encode(TensorValues(floats: [1, 2], shape: [2])), "floats.npy")
    let broken = try folder.write([1, 2], "broken.npy")
    let missing = folder.path("missing.npy")
    for (arguments, error) in [
      ([], .inputMissing("left", type: "UINT8", shape: [2, 3])),
      ([a], .inputMissing("right", type: "UINT8", shape: [2, 3])),
      ([a, a, a], .tooManyInputs(given: 3, inputs: ["left", "right"])),
      (["left=\(a)", "left=\(a)"], .inputGivenTwice("left")),
      ([floats], .wrongInput("left", expected: "UINT8 [2, 3]", found: "FLOAT32 [2]")),
      ([short], .wrongInput("left", expected: "6 bytes (UINT8 [2, 3])", found: "a file of 2 bytes")),
      ([broken], .inFile(path: broken, .invalidNPY(reason: "it does not begin with \\x93NUMPY"))),
      (["random:x"], .invalidSeed("x")), (["left=random:-1"], .invalidSeed("-1")),
      ([missing], .inFile(path: missing, .cannotRead(reason: "No such file or directory"))),
    ] as [([String], InspectionError)] {
      #expect(throws: error, "\(arguments)") {
        let parsed = try arguments.map { try InputArgument($0, inputNames: ["left", "right"]) }
        _ = try ModelFeed(parsed, for: model)
      }
    }
  }

  @Test func errorsAreSentences() {
    let errors: [InspectionError] = [
      .noSuchInput("x", inputs: ["a"]), .inputMissing("a", type: "INT8", shape: [1]), .invalidSeed("q"),
      .operatorsOutOfRange(3...9, count: 4), .operatorsOutOfRange(0...0, count: 0),
      .noSuchOperators(["X"], available: ["Y"]),
    ]
    for error in errors { #expect(!"\(error)".contains("InspectionError") && "\(error)".count > 15) }
    #expect("\(errors[3])" == "there are no operators 3 to 9; the model has 0 to 3")
  }
}
