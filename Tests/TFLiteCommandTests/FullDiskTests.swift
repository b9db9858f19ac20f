import Foundation
import TFLiteSchema
import TestModels
import Testing

/// Every command that writes, where there is no room: exit code 1, and one line that says so.
@Suite struct FullDiskTests {
  private let folder: TemporaryFolder
  private let model: String
  private let picture: String

  init() throws {
    (folder, model, picture) = try TemporaryFolder.withDetector()
  }

  /// The commands, with the options that name a file.
  private static let writers = [
    ["detect", "--model", "MODEL", "PICTURE", "-o"], ["inspect", "MODEL", "--model-explorer"],
    ["run", "MODEL", "PICTURE", "-o"], ["trace", "MODEL", "PICTURE", "-o"], ["trace", "MODEL", "PICTURE", "--html"],
    ["compare", "MODEL", "MODEL", "PICTURE", "--html"], ["profile", "MODEL", "--runs", "1", "--csv"],
    ["profile", "MODEL", "--runs", "1", "--trace"], ["profile", "MODEL", "--runs", "1", "--model-explorer"],
    ["extract", "MODEL", "--from", "0", "-o"],
  ]

  private func arguments(_ pattern: [String]) -> [String] {
    pattern.map { $0 == "MODEL" ? model : $0 == "PICTURE" ? picture : $0 }
  }

  /// That nothing is left of a file or folder that begins well is shown with `run` and `trace`; all write with one
  /// function.
  @Test(arguments: writers)
  func files(_ pattern: [String]) throws {
    let run = try Command(arguments(pattern) + ["/dev/full"])
    #expect(run.status == 1)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("/dev/full: cannot be written: "), "\(run.errors)")
  }

  private static let printers = [
    ["detect", "--model", "MODEL", "PICTURE"], ["inspect", "MODEL", "--json"], ["inspect", "MODEL"],
    ["run", "MODEL", "PICTURE"], ["trace", "MODEL", "PICTURE"], ["compare", "MODEL", "MODEL", "PICTURE"],
    ["profile", "MODEL", "--runs", "1"], ["benchmark", "MODEL", "--runs", "1", "--json"],
  ]

  @Test(arguments: printers)
  func standardOutput(_ pattern: [String]) throws {
    let run = try Command(printingToFullDisk: arguments(pattern))
    #expect(run.status == 1)
    #expect(run.errors == "tflite: standard output: cannot be written: No space left on device\n")
  }
}
