import Foundation
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

/// `tflite detect` with a small model whose results are known.
@Suite struct DetectTests {
  private let folder: TemporaryFolder
  private let model: String
  private let picture: String

  init() throws {
    (folder, model, picture) = try TemporaryFolder.withDetector()
  }

  /// The objects of ``QuarteredPicture/threeObjects`` with a score of at least 0.5.
  private static let expected = [
    Command.Detection(label: nil, class_index: 0, score: 0.875, box: .init(x: 0, y: 0, width: 100, height: 50)),
    Command.Detection(label: nil, class_index: 2, score: 0.75, box: .init(x: 0, y: 50, width: 100, height: 50)),
    Command.Detection(label: nil, class_index: 1, score: 0.5, box: .init(x: 100, y: 0, width: 100, height: 50)),
  ]

  @Test func printsATable() throws {
    let run = try Command("detect", "--model", model, picture)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("\(picture)  200×100 pixels, inference "))
    #expect(
      lines[1...].map { $0.split { $0 == " " }.joined(separator: " ") } == [
        "label score x y width height", "class 0 0.88 0 0 100 50", "class 2 0.75 0 50 100 50",
        "class 1 0.50 100 0 100 50",
      ])
  }

  @Test func printsJSON() throws {
    let run = try Command("detect", "--model", model, "--json", picture)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let record = try #require(try run.records().first)
    #expect(record.image == picture)
    #expect(record.width == 200)
    #expect(record.height == 100)
    #expect(record.detections == Self.expected)
    #expect(record.error == nil)
    let times = try #require(record.milliseconds)
    #expect(times.keys.sorted() == ["decode", "inference", "resize", "total"])
    #expect(times.values.allSatisfy { $0 >= 0 })
    let parts = ["decode", "resize", "inference"].compactMap { times[$0] }
    // Each is rounded to a thousandth.
    #expect(try #require(times["total"]) >= parts.reduce(0, +) - 0.002)
    // Absent labels are null, not absent.
    #expect(run.output.contains("\"label\":null"))
  }

  @Test func cutsBoxesOffAtTheEdges() throws {
    // Twice as high and wide: e^(0.6931472 * 5 / 5).
    let wide = ModelSketch.detector(encodings: Array(repeating: [0, 0, 3.465_736, 3.465_736], count: 4).flatMap { $0 })
    let model = try folder.write(try wide.model.serialized(), "wide.tflite")
    let run = try Command("detect", "--model", model, "--json", "--max-results", "1", picture)
    let box = try #require(try run.records().first?.detections?.first?.box)
    #expect(box.x == 0 && box.y == 0)
    #expect(abs(box.width - 150) < 0.1 && abs(box.height - 75) < 0.1)
  }

  @Test func leavesOutWhatIsNoNumber() throws {
    let broken = ModelSketch.detector(encodings: Array(repeating: .nan, count: 4) + Array(repeating: 0, count: 12))
    let model = try folder.write(try broken.model.serialized(), "nan.tflite")
    let run = try Command("detect", "--model", model, "--json", picture)
    #expect(run.status == 0)
    #expect(try run.records().first?.detections == Array(Self.expected.dropFirst()))
  }

  @Test func threshold() throws {
    func found(_ threshold: String) throws -> Int? {
      try Command("detect", "--model", model, "--json", "--threshold", threshold, picture).records()
        .first?.detections?.count
    }
    #expect(try found("0.75") == 2)
    #expect(try found("0.76") == 1)
    #expect(try found("0") == 3)
    #expect(try found("1") == 0)
    let run = try Command("detect", "--model", model, "--threshold", "0.9", picture)
    #expect(run.output.contains("no object with a score of 0.90 or more"))
  }

  /// The model's own threshold is the default, else 0.5; both are told.
  @Test func thresholdOfTheModel() throws {
    let usual = try Command("detect", "--model", model, "--json", picture)
    #expect(usual.output.contains("\"score_threshold\":0.5"))
    var recommending = ModelSketch.detector().model
    var output = TensorMetadata()
    var unit = ProcessUnit()
    var options = ScoreThresholdingOptions()
    options.globalScoreThreshold = 0.8
    unit.options = .scoreThresholding(options)
    output.processUnits = [unit]
    var graph = SubGraphMetadata()
    graph.outputTensorMetadata = [output]
    var metadata = ModelMetadata()
    metadata.subgraphMetadata = [graph]
    try recommending.setModelMetadata(metadata)
    let model = try folder.write(try recommending.serialized(), "recommending.tflite")
    let run = try Command("detect", "--model", model, "--json", picture)
    #expect(try run.records().first?.detections == Array(Self.expected.prefix(1)))
    #expect(run.output.contains("\"score_threshold\":0.8"))
    let low = try Command("detect", "--model", model, "--json", "--threshold", "0.5", picture)
    #expect(try low.records().first?.detections?.count == 3)
    let black = QuarteredPicture(width: 2, height: 2, quarters: Array(repeating: [0, 0, 0], count: 4))
    let none = try Command("detect", "--model", model, try folder.write(black.ppm, "black.ppm"))
    #expect(none.output.contains("no object with a score of 0.80 or more"), "\(none.output)")
  }

  @Test func headsByName() throws {
    let lists = try Command("detect", "--model", model, "--json", "--head", "lists", picture)
    #expect(try lists.records().first?.detections == Self.expected)
    let other = try Command("detect", "--model", model, "--head", "fomo", picture)
    #expect(other.status == 1 && other.errors.contains("not those of the stated head fomo"), "\(other.errors)")
    for (arguments, message) in [
      (["--head", "yolo"], "there is no head \"yolo\"; there are lists, "),
      (["--head", "fomo", "--head-options", "overlap=1"], "head fomo has no overlap; it has score-limit"),
      (["--head", "fomo", "--head-options", "overlap"], "\"overlap\" is none"),
      (["--head-options", "overlap=1"], "--head-options goes with --head"),
    ] {
      let run = try Command(["detect", "--model", model] + arguments + [picture])
      #expect(run.status == 64 && run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func slices() throws {
    for slices in ["auto", "4"] {
      let run = try Command("detect", "--model", model, "--json", "--slices", slices, picture)
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
      let found = try #require(try run.records().first?.detections)
      #expect(Set(found.map(\.class_index)) == [0, 1, 2])
    }
    for slices in ["0", "-1", "many", "2000"] {
      let run = try Command("detect", "--model", model, "--slices=\(slices)", picture)
      #expect(run.status == 64 && run.errors.contains("neither auto nor a number of parts"), "\(run.errors)")
    }
  }

  @Test func labelsThatLieBesideTheModel() throws {
    let words = Array("red\ngreen\nblue\n".utf8)
    let beside = try TemporaryFolder()
    let model = try beside.write(try ModelSketch.detector().model.serialized(), "detector.tflite")
    func labels(_ model: String) throws -> [String?]? {
      try Command("detect", "--model", model, "--json", picture).records().first?.detections?.map(\.label)
    }
    #expect(try labels(beside.path) == [nil, nil, nil])
    try beside.write(words, "dict.txt")
    #expect(try labels(model) == ["red", "blue", "green"])
    #expect(try labels(beside.path) == ["red", "blue", "green"])
    try beside.write(Array("a\nb\nc\n".utf8), "names.txt")
    let manifest = try beside.write(
      Array("{\"modelFile\": \"detector.tflite\", \"labelsFile\": \"names.txt\",}".utf8), "manifest.json")
    for argument in [model, beside.path, manifest] { #expect(try labels(argument) == ["a", "c", "b"]) }
    try beside.write(Array("{}".utf8), "other.tflite")
    #expect(try labels(model) == ["a", "c", "b"])
    let empty = try TemporaryFolder()
    let run = try Command("detect", "--model", empty.path, picture)
    #expect(run.status == 1 && run.errors.contains("no manifest.json and 0 .tflite files"), "\(run.errors)")
  }

  @Test func aClassifierIsToldWhatToUse() throws {
    let classifier = try folder.write(try ModelSketch.classifier().model.serialized(), "classifier.tflite")
    let run = try Command("detect", "--model", classifier, picture)
    #expect(run.status == 1 && run.errors.contains("use a Classifier (tflite label)"), "\(run.errors)")
    let other = try Command("label", "--model", model, picture)
    #expect(other.status == 1 && other.errors.contains("use a Detector (tflite detect)"), "\(other.errors)")
  }

  @Test func maxResults() throws {
    let run = try Command("detect", "--model", model, "--json", "--max-results", "2", picture)
    #expect(try run.records().first?.detections == Array(Self.expected.prefix(2)))
  }

  @Test(arguments: ["scalar", "portable"], ["reference", "xnnpack"])
  func instructionSetAndNumerics(cpu: String, numerics: String) throws {
    let run = try Command("detect", "--model", model, "--json", "--cpu", cpu, "--numerics", numerics, picture)
    #expect(run.status == 0)
    #expect(try run.records().first?.detections == Self.expected)
  }

  @Test func unknownInstructionSetAndNumerics() throws {
    for arguments in [["--cpu", "avx9"], ["--numerics", "exact"]] {
      let run = try Command(["detect", "--model", model] + arguments + [picture])
      #expect(run.status == 64)
      #expect(run.errors.contains("'\(arguments[1])' is invalid"), "\(run.errors)")
    }
  }

  @Test func labels() throws {
    let labels = try folder.write(Array("???\r\ncat\r\ndog\r\n".utf8), "labels.txt")
    let run = try Command("detect", "--model", model, "--json", "--labels", labels, picture)
    // Three lines for three classes: the first is one of them, whatever it is called. The last class has no line.
    #expect(try run.records().first?.detections?.map(\.label) == ["???", "dog", "cat"])

    let withBackground = try folder.write(Array("???\ncat\ndog\nfox\n".utf8), "background.txt")
    let table = try Command("detect", "--model", model, "--labels", withBackground, picture)
    let names = table.output.split(separator: "\n").dropFirst(2).map { $0.split(separator: " ")[0] }
    #expect(names == ["cat", "fox", "dog"])
  }

  @Test func labelsThatCannotBeRead() throws {
    for (name, bytes) in [("missing.txt", nil), ("empty.txt", []), ("bytes.txt", [0xFF, 0xFE])] as [(String, [UInt8]?)]
    {
      let path = folder.path(name)
      if let bytes { try folder.write(bytes, name) }
      let run = try Command("detect", "--model", model, "--labels", path, picture)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("tflite: \(path): cannot read the labels: "), "\(run.errors)")
    }
  }

  @Test func labelsThatArePackedWithTheModel() throws {
    var packed = ModelSketch.detector().model
    try packed.setPackedFiles([PackedFile(name: "labels.txt", data: [])])
    try packed.setPackedFiles([
      PackedFile(name: "labels.txt", data: .init(Array("b'red'\ngreen\nblue\n".utf8)))
    ])
    let model = try folder.write(try packed.serialized(), "packed.tflite")
    let run = try Command("detect", "--model", model, "--json", picture)
    #expect(try run.records().first?.detections?.map(\.label) == ["red", "blue", "green"])
  }

  @Test func writesAnAnnotatedPicture() throws {
    let path = folder.path("annotated.png")
    let run = try Command("detect", "--model", model, picture, "-o", path)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let (before, after) = (try Image(contentsOfFile: picture), try Image(contentsOfFile: path))
    #expect(after.width == 200 && after.height == 100)
    func differs(_ x: Int, _ y: Int) -> Bool {
      let place = 3 * (y * 200 + x)
      return before.pixels[place..<place + 3] != after.pixels[place..<place + 3]
    }
    // The outer edges of the boxes, away from labels; and the quarter without an object.
    #expect((0..<3).contains { differs(0 + $0, 40) })
    #expect((0..<3).contains { differs(0 + $0, 90) })
    #expect((1..<4).contains { differs(200 - $0, 40) })
    #expect(!differs(160, 80))
  }

  @Test func takesManyPicturesAndFolders() throws {
    try folder.write(QuarteredPicture.threeObjects.ppm, "pictures/a.ppm")
    try folder.write(QuarteredPicture.threeObjects.ppm, "pictures/deeper/b.PPM")
    try folder.write(Array("no picture".utf8), "pictures/notes.txt")
    let output = folder.path("results")
    let run = try Command(
      "detect", "--model", model, "--json", "-o", output, folder.path("pictures"), picture)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let records = try run.records()
    #expect(
      records.map(\.image) == [folder.path("pictures/a.ppm"), folder.path("pictures/deeper/b.PPM"), picture])
    #expect(records.allSatisfy { $0.detections == Self.expected })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: output).sorted() == ["a.png", "b.png", "picture.png"])
  }

  @Test func goesOnAfterABrokenPicture() throws {
    let broken = try folder.write(Array(QuarteredPicture.threeObjects.ppm.dropLast(100)), "broken.ppm")
    let text = try folder.write(Array("hello".utf8), "text.png")
    let missing = folder.path("missing.jpg")
    let run = try Command("detect", "--model", model, "--json", broken, text, missing, picture)
    #expect(run.status == 1)
    let records = try run.records()
    #expect(records.map(\.image) == [broken, text, missing, picture])
    for (record, line) in zip(records, run.errorLines) {
      let error = try #require(record.error)
      #expect(line == "tflite: \(record.image): \(error)")
      #expect(!error.contains(folder.path), "\(error)")
      #expect(record.detections == nil && record.width == nil)
    }
    #expect(run.errorLines.count == 3)
    #expect(records[3].detections == Self.expected)

    let table = try Command("detect", "--model", model, broken, picture)
    #expect(table.status == 1)
    #expect(table.errorLines.count == 1)
    #expect(table.output.contains("\(picture)  200×100"))
  }

  @Test func emptyFolder() throws {
    let empty = folder.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let run = try Command("detect", "--model", model, "--json", empty)
    #expect(run.status == 1)
    #expect(try run.records().first?.error?.contains("no pictures") == true)
  }

  @Test func wrongUsage() throws {
    for arguments in [
      ["detect"], ["detect", "--model", model],
      ["detect", "--model", model, "--threshold", "nan", picture],
      ["detect", "--model", model, "--threshold", "high", picture],
      ["detect", "--model", model, "--max-results", "0", picture],
      ["detect", "--model", model, "--threads", "0", picture],
      ["detect", "--model", model, "--fitting", "crop", picture],
      ["detect", "--model", model, "--frobnicate", picture],
      ["detect", "--model", model, "-o", folder.path("one.png"), picture, picture], ["transmogrify"],
    ] {
      let run = try Command(arguments)
      #expect(run.status == 64, "\(arguments): \(run.errors)")
      #expect(run.output == "")
      #expect(!run.errors.isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("one.png")))
  }

  @Test func modelsThatCannotBeUsed() throws {
    let broken = try folder.write(Array(try ModelSketch.detector().model.serialized().prefix(500)), "broken.tflite")
    let noDetector = try folder.write(try ModelSketch.conv2D().model.serialized(), "conv.tflite")
    var foreign = ModelSketch.detector()
    foreign.model.operatorCodes[0] = OperatorCode(custom: "Zaubertrick")
    let unknown = try folder.write(try foreign.model.serialized(), "unknown.tflite")
    for (path, word) in [
      (folder.path("missing.tflite"), "No such file"), (folder.path, "expected one of the two"),
      (broken, "buffer ends"),
      (noDetector, "takes no picture"), (unknown, "Zaubertrick"),
    ] {
      let run = try Command("detect", "--model", path, "--json", picture)
      #expect(run.status == 1)
      #expect(run.output == "")
      #expect(run.errorLines.count == 1, "\(run.errors)")
      #expect(run.errors.hasPrefix("tflite: \(path): "), "\(run.errors)")
      #expect(run.errors.contains(word), "\(run.errors)")
      #expect(run.errors.components(separatedBy: path).count == 2, "\(run.errors)")
    }
  }

  @Test func outputsThatCannotBeWritten() throws {
    let occupied = try folder.write([1], "occupied")
    for path in ["/nowhere/at/all.png", occupied + "/annotated.png"] {
      let run = try Command("detect", "--model", model, "--json", picture, "-o", path)
      #expect(run.status == 1)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("tflite: \(path): cannot be written: "), "\(run.errors)")
      // Nothing is done for what could not be kept.
      #expect(run.output == "")
    }
  }

  @Test func letterbox() throws {
    // The picture is twice as wide as high: both rows of quarters become the upper row of the input, the lower is black.
    let run = try Command("detect", "--model", model, "--json", "--fitting", "letterbox", "--threshold", "0", picture)
    #expect(run.status == 0)
    let detections = try #require(try run.records().first?.detections)
    #expect(detections.map(\.class_index) == [0, 1])
    #expect(
      detections.map(\.box) == [
        .init(x: 0, y: 0, width: 100, height: 100), .init(x: 100, y: 0, width: 100, height: 100),
      ])
  }

  /// Red, green and blue are the scores of three classes.
  @Test func colorsInTheOtherOrder() throws {
    func classes(_ channels: String) throws -> [Int] {
      let run = try Command("detect", "--model", model, "--json", "--channels", channels, picture)
      return try #require(try run.records().first?.detections).map(\.class_index)
    }
    let usual = try classes("rgb")
    #expect(!usual.isEmpty)
    #expect(try classes("bgr") == usual.map { 2 - $0 })
  }

  /// Ctrl-C loses nothing that is done: the JSON is whole.
  @Test func anInterruptKeepsWhatIsDone() throws {
    let count = 3000
    let samples = try folder.makeSamples(count)
    let output = URL(fileURLWithPath: try folder.write([], "output.json"))
    let process = Process()
    process.executableURL = BuiltProducts.executable("tflite")
    process.arguments = ["detect", "--json", "--threads", "1", samples]
    let errors = Pipe()
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = errors
    try process.run()
    while process.isRunning, try Data(contentsOf: output).count < 5000 { Thread.sleep(forTimeInterval: 0.02) }
    process.interrupt()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    let records = try JSONDecoder().decode([Command.Record].self, from: Data(contentsOf: output))
    #expect(!records.isEmpty && records.count < count && records.allSatisfy { $0.detections != nil })
    #expect(message == "tflite: interrupted: \(records.count) of \(count) pictures are done\n", "\(message)")
  }

  @Test func help() throws {
    let help = try Command("detect", "--help")
    #expect(help.status == 0)
    for option in [
      "--model", "--labels", "--output", "--json", "--threshold", "--max-results", "--threads", "--fitting",
      "--channels", "--resampling",
    ] {
      #expect(help.output.contains(option))
    }
  }
}
