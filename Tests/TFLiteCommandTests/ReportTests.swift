import Foundation
import TFLiteSchema
import TestModels
import Testing

/// `--html` of `tflite trace` and `tflite compare`.
@Suite struct ReportTests {
  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    model = try folder.write(try ModelSketch.conv2D().model.serialized(), "model.tflite")
  }

  @Test func ofATrace() throws {
    let report = folder.path("report")
    let run = try Command("trace", model, "--input", "random:1", "--html", report)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "" && run.errors == "")
    #expect(FileManager.default.fileExists(atPath: report + "/index.html"))
    #expect(FileManager.default.fileExists(atPath: report + "/images/op0_out0.png"))
  }

  @Test func ofAComparison() throws {
    let report = folder.path("report")
    let run = try Command("compare", model, model, "--input", "random:1", "--html", report)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: report + "/data.js", encoding: .utf8).contains("\"comparison\":{"))
  }

  @Test func whereNothingCanBeWritten() throws {
    let run = try Command("trace", model, "--input", "random:1", "--html", "/dev/full")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("tflite: /dev/full: cannot be written: "), "\(run.errors)")
    // A disk that is full after the first files.
    let place = folder.path("place")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let limited = try Command(
      limitingFilesToBlocks: 2, "trace", model, "--input", "random:1", "--html", place + "/report")
    #expect(limited.status == 1)
    #expect(limited.errors.hasPrefix("tflite: \(place)/report: cannot be written: "), "\(limited.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place) == [])
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: ZooSelection.all)
  func modelsOfTheZoo(_ name: String) throws {
    let report = folder.path("report")
    let run = try Command("trace", Zoo.model(name), ZooSelection.photograph, "--html", report)
    #expect(run.status == 0, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: report + "/images/input.png"))
  }

  /// The page as a browser builds it.
  @Test(
    .enabled(if: Zoo.isPresent, "\(Zoo.absence)"),
    .enabled(if: Browser.path != nil, "there is no Chromium; Scripts/test --full installs it"))
  func inABrowser() throws {
    let report = folder.path("report")
    #expect(try Command("trace", Zoo.model(ZooSelection.ssd), ZooSelection.photograph, "--html", report).status == 0)
    let overview = try Browser.page(report + "/index.html")
    #expect(overview.contains("<strong id=\"model-name\">Coco SSD MobileNetV1</strong>"))
    #expect(overview.components(separatedBy: "<a href=\"#op").count - 1 >= 64)
    #expect(overview.contains("images/detections.png") && !overview.contains("[object"))
    let page = try Browser.page(report + "/index.html#op2")
    #expect(page.contains("48 feature maps") && page.contains("<canvas") && page.contains("class=\"hist\""))
    #expect(page.contains("aria-current=\"page\"") && !page.contains("undefined") && !page.contains("NaN"))
  }
}

/// Chromium without a window.
private enum Browser {
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The elements of a page after its script has run.
  static func page(_ address: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "/usr/bin/chromium")
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", "--dump-dom", "file://" + address,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
