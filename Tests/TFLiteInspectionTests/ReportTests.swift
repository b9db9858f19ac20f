import Foundation
import TFLite
import TFLiteImageCodecs
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteInspection

@Suite struct ReportTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func report(_ sketch: ModelSketch = .detector()) throws -> Report {
    let picture = try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    let feed = try ModelFeed([InputArgument(picture: picture)], for: sketch.model)
    let trace = try Trace(sketch.model, feed: feed)
    let profile = try Profile(sketch.model, feed: feed, runs: 1, options: Interpreter.Options())
    return Report(sketch.model, path: "a/b/model.tflite", feed: feed, trace: trace, profile: profile)
  }

  /// What the page's script is given.
  private func data(_ path: String) throws -> [String: Any] {
    let text = try String(contentsOfFile: path + "/data.js", encoding: .utf8)
    let prefix = "window.report = "
    #expect(text.hasPrefix(prefix) && text.hasSuffix(";\n"))
    let json = text.dropFirst(prefix.count).dropLast(2)
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test func oneFolderWithEverything() throws {
    let path = folder.path("report")
    try report().write(to: path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
        "data.js", "images", "index.html", "report.css", "report.js",
      ])
    let data = try data(path)
    #expect((data["model"] as? [String: Any])?["name"] as? String == "model.tflite")
    let operators = try #require(data["operators"] as? [[String: Any]])
    #expect(operators.map { $0["name"] as? String } == ["RESHAPE", "TFLite_Detection_PostProcess"])
    #expect(operators.allSatisfy { $0["milliseconds"] is Double })
    let outputs = try #require(operators[1]["outputs"] as? [[String: Any]])
    #expect(outputs.count == 4)
    #expect((outputs[0]["histogram"] as? [Int])?.reduce(0, +) == 16)
    let inputs = try #require(operators[1]["inputs"] as? [[String: Any]])
    // The scores come from operator 0, the boxes from the file.
    #expect(inputs.map { $0["producer"] as? Int } == [nil, 0, nil])
    // Every picture that the page names is there, and nothing else.
    let text = try String(contentsOfFile: path + "/data.js", encoding: .utf8)
    let named = text.matches(of: /images\/[a-z0-9_]+\.png/).map { String($0.0) }
    let there = try FileManager.default.contentsOfDirectory(atPath: path + "/images").map { "images/" + $0 }
    #expect(Set(named) == Set(there))
    for picture in there { _ = try Image(contentsOfFile: path + "/" + picture) }
    #expect(there.contains("images/input.png") && there.contains("images/detections.png"))
    // No server and no network.
    for file in ["index.html", "report.css", "report.js"] {
      let content = try String(contentsOfFile: path + "/" + file, encoding: .utf8)
      #expect(content.matches(of: /https?:\/\/[a-z.0-9]*/).allSatisfy { $0.0 == "http://www.w3.org" })
    }
  }

  /// All pictures together have a limit. What finds no room is shown without.
  @Test func picturesHaveALimit() throws {
    let path = folder.path("report")
    var limited = try report()
    // As many as operator 0 needs; one less, with which only what is smaller has room.
    let cases = [
      (12, [false, true, true, true, true], ["op0_out0.png"]),
      (11, [true, true, false, false, false], ["op1_out1.png", "op1_out2.png", "op1_out3.png"]),
    ]
    for (limit, places, names) in cases {
      limited.pixelLimit = limit
      try limited.write(to: path)
      let operators = try #require(try data(path)["operators"] as? [[String: Any]])
      let outputs = operators.flatMap { $0["outputs"] as? [[String: Any]] ?? [] }
      #expect(outputs.map { $0["maps_left_out"] as? Bool == true } == places)
      #expect(outputs.map { $0["maps"] is [String: Any] } == places.map { !$0 })
      let pictures = try FileManager.default.contentsOfDirectory(atPath: path + "/images").filter { $0.hasPrefix("op") }
      #expect(pictures.sorted() == names)
    }
    #expect(try report().pixelLimit == 1 << 30)
  }

  @Test func namesOfAnyKindAreTexts() throws {
    var sketch = ModelSketch.detector()
    let hostile = "</script><script>alert('\"\\')</script>\u{2028}"
    sketch.graph.tensors[2].name = hostile
    let path = folder.path("report")
    try report(sketch).write(to: path)
    let operators = try data(path)["operators"] as? [[String: Any]]
    #expect((operators?[0]["outputs"] as? [[String: Any]])?[0]["name"] as? String == hostile)
    // The script puts texts into the page, never markup.
    let script = try String(contentsOfFile: path + "/report.js", encoding: .utf8)
    #expect(script.contains("append") && !script.contains("innerHTML") && !script.contains("insertAdjacentHTML"))
  }

  @Test func comparisonsHaveDifferences() throws {
    var damaged = ModelSketch.conv2D()
    damaged.model.buffers[1].data = .init((0..<24).map { UInt8($0 == 5 ? 250 : $0 * 7) })
    let feed = try ModelFeed([InputArgument("random:1", inputNames: [])], for: damaged.model)
    let comparison = try Comparison(
      damaged.model, named: "x/damaged", feed: feed, parent: ModelSketch.conv2D().model, named: "whole")
    let path = folder.path("report")
    try Report(damaged.model, path: "damaged", feed: feed, comparison: comparison).write(to: path)
    let data = try data(path)
    let summary = try #require(data["comparison"] as? [String: Any])
    #expect(summary["subject"] as? String == "damaged" && summary["reference"] as? String == "whole")
    #expect(summary["first_differing"] as? Int == 0 && summary["blamed"] as? Int == 0)
    let output = try #require((data["operators"] as? [[String: Any]])?.first?["outputs"] as? [[String: Any]]).first
    let maps = try #require(output?["maps"] as? [String: Any])
    #expect(maps["difference"] as? String == "images/op0_out0_difference.png")
    #expect(maps["difference_limit"] as? Double ?? 0 > 0)
    #expect((output?["difference"] as? [String: Any])?["isolated"] is [String: Any])
  }

  /// Neither the extent of these is a number, nor their sum, nor what becomes of them with four digits.
  @Test func theGreatestNumbers() throws {
    var sketch = ModelSketch()
    let input = sketch.plain("input", [1, 2, 2, 1], .float64)
    let shape = sketch.plain("shape", [2], .int32, data: [UInt8]([1, 4] as [Int32]))
    let output = sketch.plain("output", [1, 4], .float64)
    sketch.step(OperatorCode(.reshape), inputs: [input, shape], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    let greatest = Double.greatestFiniteMagnitude
    let bytes = [-greatest, greatest, greatest, greatest].withUnsafeBytes { Array($0) }
    let feed = ModelFeed(values: [try TensorValues(type: .float64, shape: [1, 2, 2, 1], bytes: bytes)])
    let path = folder.path("report")
    let trace = try Trace(sketch.model, feed: feed)
    try Report(sketch.model, path: "model.tflite", feed: feed, trace: trace).write(to: path)
    let operators = try #require(try data(path)["operators"] as? [[String: Any]])
    let histogram = try #require((operators[0]["outputs"] as? [[String: Any]])?.first?["histogram"] as? [Int])
    #expect(histogram.first == 1 && histogram.last == 3)
  }

  @Test func replacesReportsAndNothingElse() throws {
    let path = folder.path("report")
    try report().write(to: path)
    try folder.write([1], "report/images/op99_out0.png")
    try report().write(to: path + "/")
    #expect(!FileManager.default.fileExists(atPath: path + "/images/op99_out0.png"))

    let other = folder.path("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try report().write(to: other)
    let mine = folder.path("mine")
    try FileManager.default.createDirectory(atPath: mine, withIntermediateDirectories: true)
    try folder.write([1], "mine/thesis.txt")
    for place in [mine, try folder.write([1], "file"), "/proc/nowhere/report"] {
      #expect(throws: InspectionError.self) { try report().write(to: place) }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: mine) == ["thesis.txt"])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".tflite-") }
    #expect(left.isEmpty)
  }

  /// All pictures that a report may have are known as such.
  @Test func replacesComparisons() throws {
    let model = ModelSketch.conv2D().model
    var damaged = ModelSketch.conv2D()
    damaged.model.buffers[1].data = .init((0..<24).map { UInt8($0 == 5 ? 250 : $0 * 7) })
    let feed = try ModelFeed([InputArgument("random:1", inputNames: [])], for: damaged.model)
    let comparison = try Comparison(damaged.model, named: "damaged", feed: feed, parent: model, named: "whole")
    let report = Report(damaged.model, path: "damaged", feed: feed, comparison: comparison)
    for _ in 0..<2 { try report.write(to: folder.path("report")) }
    let pictures = try FileManager.default.contentsOfDirectory(atPath: folder.path("report/images"))
    #expect(pictures.contains("op0_out0_channels.png") && pictures.contains("op0_out0_difference.png"), "\(pictures)")
  }

  /// What somebody has put into a report is not removed with it.
  @Test(arguments: [
    "model.tflite", "images/photo.jpg", "images/op0_out0.png/notes.txt", "data.js/notes.txt", ".hidden",
  ])
  func keepsWhatIsNotOfAReport(_ name: String) throws {
    let path = folder.path("report")
    try report().write(to: path)
    let file = URL(fileURLWithPath: path + "/" + name)
    if name.hasSuffix("/notes.txt") {
      try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    try Data([1]).write(to: file)
    let before = try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
    #expect(throws: InspectionError.self) { try Report.checkPlace(path) }
    #expect(throws: InspectionError.self) { try report().write(to: path) }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: path).sorted() == before)
    #expect(try Data(contentsOf: file) == Data([1]))
  }

  /// A new report that is gone when it is to be put into its place: the old one is there again.
  @Test func theOldOneComesBack() throws {
    let path = folder.path("report")
    try report().write(to: path)
    try folder.write([1], "report/data.js")
    #expect(throws: InspectionError.self) {
      try ReportFolder.replace(path) { _ in
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.contains(".tflite-") {
          try FileManager.default.removeItem(atPath: folder.path(name))
        }
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "/data.js")) == Data([1]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["picture.ppm", "report"])
  }

  /// What comes while a report is made is not removed either.
  @Test func keepsWhatCameMeanwhile() throws {
    let path = folder.path("report")
    try report().write(to: path)
    #expect(throws: InspectionError.self) {
      try ReportFolder.replace(path) { _ in try folder.write([1], "report/thesis.txt") }
    }
    #expect(FileManager.default.fileExists(atPath: path + "/thesis.txt"))
  }

  @Test func detectorsRunWithinTheLimits() throws {
    let path = folder.path("report")
    var limited = try report()
    limited.options = Interpreter.Options()
    limited.options?.memoryLimit = 11
    try limited.write(to: path)
    let pictures = try FileManager.default.contentsOfDirectory(atPath: path + "/images")
    #expect(pictures.contains("input.png") && !pictures.contains("detections.png"), "\(pictures)")
  }
}
