import Foundation
import LiteRTPythonReference
import LiteRTReference
import TestModels

/// The TFLite C library for arm64 in its default mode, on an emulated processor: `Scripts/arm64` says how it is started.
enum EmulatedLibrary {
  /// `TFLITE_ARM64_LIBRARY`: a program and its arguments, with spaces between them, which answers as
  /// `Tests/LiteRTRunner` does.
  static let command = ProcessInfo.processInfo.environment["TFLITE_ARM64_LIBRARY"]?
    .split(separator: " ").map(String.init)

  static let absence = "TFLITE_ARM64_LIBRARY names no program that runs the C library for arm64; Scripts/arm64 does"

  /// The models that are compared: all, or in the short run as many as `TFLITE_ARM64_MODELS` says, which the seed picks.
  static let models: [String] = {
    let all = Zoo.quantizedVisionModels
    guard let count = ProcessInfo.processInfo.environment["TFLITE_ARM64_MODELS"].flatMap(Int.init) else { return all }
    var random = SplitMix64(seed: TestEnvironment.seed, stream: "emulated")
    var rest = all
    return (0..<min(count, all.count)).map { _ in rest.remove(at: Int(random.next() % UInt64(rest.count))) }
  }()

  /// A process of its own: tests run at the same time.
  static func start() -> OracleProcess {
    let command = command ?? []
    return OracleProcess(command.first ?? "", Array(command.dropFirst()))
  }
}
