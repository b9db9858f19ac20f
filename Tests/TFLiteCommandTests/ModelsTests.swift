import Foundation
import TFLiteModelManager
import TestModels
import Testing

/// `tflite models`, and `--model NAME`, with a web server on this machine.
@Suite struct ModelsTests {
  private let folder: TemporaryFolder
  private let server: FileServer
  private let home: TemporaryFolder
  private let picture: String

  init() throws {
    folder = try TemporaryFolder()
    home = try TemporaryFolder()
    server = try FileServer(folder.path)
    picture = try home.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
  }

  /// Runs the program as a user whose models are in a folder of their own, with the server's files as catalog.
  private func tflite(_ arguments: String...) throws -> Command {
    try Command(environment: environment, in: home.path, arguments)
  }

  private var environment: [String: String] { ["XDG_DATA_HOME": home.path("data"), "TFLITE_MODELS": folder.path] }

  /// The second version finds its objects elsewhere.
  private static func detector(version: Int = 1, padding: Int = 0) throws -> [UInt8] {
    let encodings: [Float] = version == 1 ? Array(repeating: 0, count: 16) : Array(repeating: 0.5, count: 16)
    return try ModelSketch.detector(encodings: encodings).model.serialized() + [UInt8](repeating: 0, count: padding)
  }

  private static func hash(_ bytes: [UInt8]) -> String { SHA256Hash.of(bytes).hexadecimal }

  /// Puts a version of the detector on the server, and an index that names it.
  @discardableResult
  private func publish(version: Int = 1, padding: Int = 0, at path: String = "", named file: String = "index.json")
    throws -> [UInt8]
  {
    let bytes = try Self.detector(version: version, padding: padding)
    let labels = Array("red\ngreen\nblue\n".utf8)
    try folder.write(bytes, "detector-\(version).tflite")
    try folder.write(labels, "labels.txt")
    let index = ModelIndex(models: [
      .init(
        name: "detector", summary: "Quarters of pictures", license: "MIT",
        release: .init(
          version: "\(version)",
          file: .init(url: "\(path)detector-\(version).tflite", sha256: Self.hash(bytes), size: bytes.count),
          labels: .init(url: "labels.txt", sha256: Self.hash(labels))))
    ])
    try folder.write([UInt8](JSONEncoder().encode(index)), file)
    return bytes
  }

  private var index: String { server.url("index.json") }

  private struct Listed: Decodable {
    let name: String
    let version: String?
    let license: String?
    let size: Int
    let sha256: String
    let from: String
    let path: String
    let labels: String?
  }

  private func listed() throws -> [Listed] {
    let run = try tflite("models", "list", "--json")
    #expect(run.status == 0 && run.errors == "")
    return try JSONDecoder().decode([Listed].self, from: Data(run.output.utf8))
  }

  @Test func addsListsAndRemoves() throws {
    let bytes = try publish()
    #expect(try listed().isEmpty)
    for verb in ["list", "update"] { #expect(try tflite("models", verb).output.hasPrefix("no models")) }

    let add = try tflite("models", "add", "detector", "--from", index)
    #expect(add.status == 0 && add.errors == "", "\(add.errors)")
    let path = home.path("data/swift-tflite/models/detector/current/model.tflite")
    #expect(add.output == "detector  version 1, \(bytes.count / 1000).\(bytes.count % 1000 / 10) kB, MIT\n\(path)\n")
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
    #expect(try tflite("models", "path", "detector").output == "\(path)\n")
    let labels = try tflite("models", "path", "detector", "--labels").output.dropLast()
    #expect(try String(contentsOfFile: String(labels), encoding: .utf8) == "red\ngreen\nblue\n")

    let models = try listed()
    #expect(models.map(\.name) == ["detector"])
    #expect(models.first?.version == "1" && models.first?.license == "MIT" && models.first?.size == bytes.count)
    #expect(models.first?.sha256 == Self.hash(bytes) && models.first?.from == index && models.first?.path == path)
    let table = try tflite("models", "list").output.split(separator: "\n")
    #expect(table.count == 2 && table[1].hasPrefix("detector") && table[1].hasSuffix(index))

    #expect(try tflite("models", "remove", "detector").status == 0)
    #expect(try listed().isEmpty)
    let rest = try FileManager.default.contentsOfDirectory(atPath: home.path("data/swift-tflite/models"))
    #expect(rest.isEmpty)
    for arguments in [["path", "detector"], ["remove", "detector"], ["update", "detector"]] {
      let run = try Command(environment: environment, ["models"] + arguments)
      #expect(run.status == 1 && run.output == "")
      #expect(run.errors.hasPrefix("tflite: detector: no model of this name has been downloaded"), "\(run.errors)")
    }
  }

  @Test func detectsByName() throws {
    try publish()
    #expect(try tflite("models", "add", "detector", "--from", index).status == 0)
    let named = try tflite("detect", "--model", "detector", "--json", picture)
    let labels = try home.write(Array("red\ngreen\nblue\n".utf8), "labels.txt")
    let file = try tflite("detect", "--model", folder.path("detector-1.tflite"), "--labels", labels, "--json", picture)
    #expect(named.status == 0, "\(named.errors)")
    let detections = try named.records()[0].detections
    #expect(try detections == file.records()[0].detections && detections?.first?.label == "red")
    // Other labels win.
    let others = try home.write(Array("a\nb\nc\n".utf8), "others.txt")
    let run = try tflite("detect", "--model", "detector", "--labels", others, "--json", picture)
    #expect(try run.records()[0].detections?.first?.label == "a")
  }

  /// A file wins over a model of the same name.
  @Test func filesComeFirst() throws {
    try publish()
    #expect(try tflite("models", "add", "detector", "--from", index).status == 0)
    try home.write(Array("no model".utf8), "detector")
    let run = try tflite("detect", "--model", "detector", picture)
    #expect(run.status == 1 && run.errorLines.count == 1, "\(run.errors)")
    #expect(try tflite("inspect", "./data/swift-tflite/models/detector/current/model.tflite").status == 0)
  }

  private static let commands = [
    ["detect", "--model", "NAME", "PICTURE"], ["inspect", "NAME"], ["run", "NAME", "PICTURE"],
    ["trace", "NAME", "PICTURE"], ["compare", "NAME", "NAME", "PICTURE"], ["profile", "NAME", "--runs", "1"],
    ["benchmark", "NAME", "--runs", "1"], ["extract", "NAME", "--from", "0", "-o", "part.tflite"],
  ]

  @Test(arguments: commands)
  func everyCommandTakesNames(_ pattern: [String]) throws {
    let arguments = { name in pattern.map { $0 == "NAME" ? name : $0 == "PICTURE" ? picture : $0 } }
    try publish()
    let before = try Command(environment: environment, in: home.path, arguments("detector"))
    #expect(before.status == 1 && before.errorLines.count == 1, "\(before.errors)")
    #expect(before.errors.hasPrefix("tflite: detector: No such file, and no downloaded model of this name; "))
    #expect(before.errors.hasSuffix("; did you mean code_detector?\n"))
    let similar = try tflite("inspect", "detectors")
    #expect(similar.errors.contains("`tflite models list`"), "\(similar.errors)")
    #expect(try tflite("models", "add", "detector", "--from", index).status == 0)
    #expect(try tflite("inspect", "detectors").errors.hasSuffix("; did you mean detector?\n"))
    let after = try Command(environment: environment, in: home.path, arguments("detector"))
    #expect(after.status == 0 && after.errors == "", "\(after.errors)")
  }

  @Test func labelsByName() throws {
    try publish()
    #expect(try tflite("models", "add", "detector", "--from", index).status == 0)
    let run = try tflite("label", "--model", "detector", picture)
    #expect(run.status == 1 && run.errors.contains("the model is no classifier"), "\(run.errors)")
  }

  @Test func updates() throws {
    try publish()
    #expect(try tflite("models", "add", "detector", "--from", index).status == 0)
    let first = try tflite("detect", "--model", "detector", "--json", picture).records()[0].detections
    #expect(try tflite("models", "update").output.hasPrefix("detector  up to date, version 1, "))
    let bytes = try publish(version: 2)
    #expect(try listed().first?.version == "1")
    let update = try tflite("models", "update", "detector")
    #expect(
      update.status == 0 && update.output.hasPrefix("detector  version 1 → 2, "), "\(update.errors)\(update.output)")
    #expect(try listed().first?.sha256 == Self.hash(bytes))
    #expect(try tflite("detect", "--model", "detector", "--json", picture).records()[0].detections != first)
    // A second `add` asks where the model came from.
    #expect(try tflite("models", "add", "detector").output.hasPrefix("detector  up to date, version 2, "))
  }

  /// What cannot be updated is told, stays, and does not keep others from being updated.
  @Test func updatesWhatItCan() throws {
    try publish()
    #expect(try tflite("models", "add", "detector", "--from", index).status == 0)
    #expect(try tflite("models", "add", server.url("detector-1.tflite"), "--name", "another").status == 0)
    try FileManager.default.removeItem(atPath: folder.path("detector-1.tflite"))
    try publish(version: 2)
    let run = try tflite("models", "update")
    #expect(run.status == 1 && run.errorLines.count == 1)
    #expect(run.errors.hasPrefix("tflite: another: ") && run.errors.contains("404"), "\(run.errors)")
    #expect(run.output.hasPrefix("detector  version 1 → 2"))
    #expect(try tflite("detect", "--model", "another", picture).status == 0)
  }

  @Test func takesModelsFromTheCatalog() throws {
    try publish(at: server.url(""), named: "catalog.json")
    let offered = try tflite("models", "list", "--available")
    #expect(offered.status == 0)
    let lines = offered.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[1].hasPrefix("detector") && lines[1].hasSuffix("Quarters of pictures"))
    let missing = try tflite("detect", "--model", "detector", picture)
    #expect(missing.errors.contains("`tflite models add detector`"), "\(missing.errors)")
    #expect(try tflite("models", "add", "detector").status == 0)
    #expect(try listed().first?.from == "catalog")
    try publish(version: 2, at: server.url(""), named: "catalog.json")
    #expect(try tflite("models", "update").output.hasPrefix("detector  version 1 → 2"))
    #expect(try tflite("models", "list", "--available").output.contains("(downloaded)"))
    let json = try tflite("models", "list", "--available", "--json").output
    #expect(json.contains("\"downloaded\" : true") && json.contains("\"version\" : \"2\""), "\(json)")
  }

  @Test func takesVariants() throws {
    let variants = try [1, 2].map { version in
      let bytes = try publish(version: version)
      return ModelIndex.Variant(
        name: "v\(version)", weight: 1,
        release: .init(file: .init(url: "detector-\(version).tflite", sha256: Self.hash(bytes), size: bytes.count)))
    }
    let entry = ModelIndex.Entry(name: "detector", variants: variants)
    try folder.write([UInt8](JSONEncoder().encode(ModelIndex(models: [entry]))), "index.json")
    for variant in ["v1", "v2"] {
      let add = try tflite("models", "add", "detector", "--from", index, "--variant", variant)
      #expect(add.status == 0 && add.output.contains("variant \(variant), "), "\(add.errors)")
      // A variant that was asked for stays.
      #expect(try tflite("models", "update").output.contains("up to date, variant \(variant), "))
      #expect(try tflite("models", "list").output.contains(variant))
    }
    let wrong = try tflite("models", "add", "detector", "--from", index, "--variant", "v3")
    #expect(wrong.status == 1 && wrong.errors.contains("no variant \"v3\"; it has v1, v2"), "\(wrong.errors)")
    let plain = try tflite("models", "add", "detector", "--from", index)
    #expect(plain.status == 0 && plain.output.contains(#/variant v[12], /#), "\(plain.errors)")
  }

  @Test func takesModelsFromFilesAndFolders() throws {
    try publish()
    #expect(try tflite("models", "add", "detector", "--from", folder.path("index.json")).status == 0)
    #expect(try tflite("models", "add", "detector", "--from", folder.path).status == 0)
    try FileManager.default.removeItem(atPath: folder.path("index.json"))
    #expect(try tflite("models", "add", "detector-1", "--from", folder.path).status == 0)
    #expect(try listed().map(\.name) == ["detector", "detector-1"])
    let offered = try tflite("models", "list", "--available", "--from", folder.path).output
    #expect(offered.contains("detector-1"))
  }

  @Test func takesAddresses() throws {
    let bytes = try publish()
    let file = server.url("detector-1.tflite")
    let add = try tflite("models", "add", file, "--sha256", Self.hash(bytes).uppercased())
    #expect(add.status == 0 && add.output.hasPrefix("detector-1  downloaded, "), "\(add.errors)")
    let again = try tflite("models", "add", file)
    #expect(again.output.hasPrefix("detector-1  up to date, "), "\(again.output)\(again.errors)")
    let wrong = try tflite("models", "add", file, "--name", "other", "--sha256", Self.hash(bytes + [0]))
    #expect(wrong.status == 1 && wrong.errors.contains("SHA-256"), "\(wrong.errors)")
    #expect(try listed().map(\.name) == ["detector-1"])
  }

  @Test func limitsDownloads() throws {
    try publish()
    let refused = try tflite("models", "add", "detector", "--from", index, "--download-limit", "100")
    let file = server.url("detector-1.tflite")
    #expect(
      refused.status == 1
        && refused.errors == "tflite: detector: \(file): it has more than 100 bytes, the limit of a download\n")
    #expect(try tflite("models", "add", "detector", "--from", index, "--download-limit", "1M").status == 0)
    try publish(version: 2)
    #expect(try tflite("models", "update", "--download-limit", "100").errors.contains("more than 100 bytes"))
    #expect(try listed().first?.version == "1")
    #expect(try tflite("models", "update").status == 0)
  }

  @Test(arguments: ["zip", "tgz"])
  func takesArchives(_ kind: String) throws {
    try publish()
    try folder.write(Array("red\n".utf8), "notes.txt")
    let module = kind == "zip" ? "zipfile" : "tarfile"
    _ = try FinishedProgram(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["python3", "-m", module, "-c", "detector.\(kind)", "notes.txt", "detector-1.tflite"],
      in: URL(fileURLWithPath: folder.path))
    // The only model of an archive needs no name.
    let add = try tflite("models", "add", server.url("detector.\(kind)"))
    #expect(add.status == 0 && add.output.hasPrefix("detector  downloaded, "), "\(add.errors)")
    #expect(try listed().first?.sha256 == Self.hash(Self.detector()))
    #expect(try tflite("detect", "--model", "detector", picture).status == 0)
    #expect(try tflite("models", "update").output.hasPrefix("detector  up to date, "))
  }

  @Test func saysWhatIsWrong() throws {
    let bytes = try publish()
    try publish(at: "broken/", named: "broken.json")
    try folder.write(Array("{\"models\": [{}]}".utf8), "useless.json")
    try folder.write(bytes.dropLast(bytes.count / 2), "half.tflite")
    let cases: [(arguments: [String], texts: [String])] = [
      (["detectr", "--from", index], ["has no model \"detectr\"", "did you mean detector?"]),
      (["detector", "--from", server.url("nowhere.json")], ["404"]),
      (["detector", "--from", server.url("useless.json")], ["no index of models", "\"name\""]),
      (["detector", "--from", server.url("broken.json")], ["SHA-256"]),
      (["detector", "--from", folder.path("nowhere")], ["--from names no index"]),
      (["detector", "--from", "http://192.0.2.1/index.json"], ["without encryption"]),
      (["ftp://example.org/detector.tflite"], ["https"]),
      ([server.url("half.tflite")], ["no model that can be run"]),
      ([server.url("")], ["--name"]),
      (["detector"], ["catalog"]),
    ]
    for (arguments, texts) in cases {
      let run = try Command(environment: environment, in: home.path, ["models", "add"] + arguments)
      #expect(run.status == 1 && run.output == "" && run.errorLines.count == 1, "\(arguments): \(run.errors)")
      let name = arguments[0].contains("://") ? "" : "\(arguments[0]): "
      #expect(run.errors.hasPrefix("tflite: \(name)") && !run.errors.contains("model \"\(arguments[0])\":"))
      for text in texts { #expect(run.errors.contains(text), "\(run.errors)") }
    }
    #expect(try listed().isEmpty)
  }

  /// What a server says cannot make a terminal do anything.
  @Test func printsNoControlCharacters() throws {
    let bytes = try Self.detector()
    try folder.write(bytes, "detector.tflite")
    let entry = ModelIndex.Entry(
      name: "a\u{1B}[2Jb", summary: "c\u{7}\u{9B}d\ne", license: "\u{1B}]0;x\u{7}",
      release: .init(version: "\u{1B}c", file: .init(url: "detector.tflite")))
    try folder.write([UInt8](JSONEncoder().encode(ModelIndex(models: [entry], requiresHashes: false))), "index.json")
    let runs = try [
      tflite("models", "list", "--available", "--from", index), tflite("models", "add", entry.name, "--from", index),
      tflite("models", "list"), tflite("models", "add", "x\u{1B}y", "--from", index),
    ]
    for run in runs {
      let text = run.output + run.errors
      #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }, "\(text)")
    }
    #expect(runs[0].output.contains("a?[2Jb") && runs[1].status == 0 && runs[3].status == 1)
  }

  @Test func wrongUsage() throws {
    let file = server.url("detector.tflite")
    for arguments in [
      ["add"], ["add", file, "--from", index], ["add", file, "--variant", "a"], ["add", "detector", "--name", "x"],
      ["add", "detector", "--sha256", String(repeating: "0", count: 64)], ["add", file, "--sha256", "12"],
      ["list", "--from", index], ["remove"], ["path"], ["nonsense"],
    ] {
      let run = try Command(environment: environment, ["models"] + arguments)
      #expect(run.status == 64 && run.output == "", "\(arguments): \(run.output)\(run.errors)")
    }
  }

  /// Ctrl-C ends the program as a signal does; the next `add` asks for the rest alone.
  @Test func goesOnAfterAnInterrupt() throws {
    let bytes = try publish(padding: 400_000, at: "slow/")
    let process = Process()
    process.executableURL = BuiltProducts.executable("tflite")
    process.arguments = ["models", "add", "detector", "--from", index]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let partial = home.path("data/swift-tflite/models/detector/partial/file")
    while process.isRunning, (try? Data(contentsOf: URL(fileURLWithPath: partial)).count) ?? 0 < 50_000 {
      Thread.sleep(forTimeInterval: 0.02)
    }
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(message == "tflite: detector: interrupted; the same command goes on where it stopped\n")
    let count = try Data(contentsOf: URL(fileURLWithPath: partial)).count
    #expect(count >= 50_000 && count < bytes.count)

    #expect(try tflite("models", "add", "detector", "--from", index).status == 0)
    #expect(try listed().first?.sha256 == Self.hash(bytes))
    #expect(try server.requests().last { $0.contains("slow") } == "/slow/detector-1.tflite bytes=\(count)-")
    #expect(!FileManager.default.fileExists(atPath: partial))
  }

  /// On a terminal, a bar is drawn with the rate and the time that is left; elsewhere nothing is.
  @Test func drawsABarOnATerminal() throws {
    try publish(padding: 200_000, at: "slow/")
    let program = BuiltProducts.executable("tflite").path
    let terminal = try FinishedProgram(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["script", "-qec", "'\(program)' models add detector --from \(index)", "/dev/null"],
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    let text = terminal.text
    #expect(terminal.status == 0)
    #expect(text.contains(#/detector  █+░+ [0-9.]+ kB of 20[0-9] kB  [0-9.]+ kB/s  \d+ s left/#), "\(text)")
    #expect(text.contains("detector  version 1, "))
  }

  @Test func completesNames() throws {
    try publish()
    #expect(try tflite("models", "add", "detector", "--from", index).status == 0)
    for arguments in [
      ["detect", "--", "--model", "3", "0", "tflite", "detect", "--model", ""],
      ["models", "remove", "--", "positional@0", "3", "0", "tflite", "models", "remove", ""],
    ] {
      let run = try Command(environment: environment, in: home.path, ["---completion"] + arguments)
      #expect(run.output.split(separator: "\n").contains("detector"), "\(run.output)\(run.errors)")
    }
  }
}
