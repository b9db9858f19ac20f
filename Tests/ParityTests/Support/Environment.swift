import Foundation
import TestModels

/// What the environment says about a run of these tests.
enum TestEnvironment {
  private static let variables = ProcessInfo.processInfo.environment

  /// The folder that holds `Package.swift`.
  static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of public models and photographs.
  static let zoo = Zoo.folder

  static let hasZoo = Zoo.isPresent

  /// Whether the long tests run too.
  static let isFull = LongTests.areIncluded

  /// Whether documents that tests make are written, instead of only compared: `TFLITE_WRITE_DOCUMENTS`.
  static let writesDocuments = variables["TFLITE_WRITE_DOCUMENTS"] == "1"

  /// The seed that all generated models follow from: `TFLITE_PARITY_SEED`, decimal or `0x` and hexadecimal.
  static let seed: UInt64 = {
    guard let text = variables["TFLITE_PARITY_SEED"] else { return 2026 }
    let parsed = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
    guard let parsed else { fatalError("TFLITE_PARITY_SEED is no number: \(text)") }
    return parsed
  }()

  /// How many accepted models each row of the operator parity needs: `TFLITE_PARITY_CASES`.
  static let acceptedCases: Int = {
    guard let text = variables["TFLITE_PARITY_CASES"] else { return isFull ? 1000 : 250 }
    guard let parsed = Int(text), parsed > 0 else { fatalError("TFLITE_PARITY_CASES is no count: \(text)") }
    return parsed
  }()

  /// The one generated model to run, as a failure names it (`CONV_2D uint8 17`): `TFLITE_PARITY_CASE`.
  static let onlyCase: (row: String, number: Int)? = {
    guard let text = variables["TFLITE_PARITY_CASE"] else { return nil }
    let space = text.lastIndex(of: " ") ?? text.startIndex
    guard let number = Int(text[space...].dropFirst()) else { fatalError("TFLITE_PARITY_CASE is no case: \(text)") }
    return (String(text[..<space]), number)
  }()

  /// A file that always has the damaged operator that is being tried: `TFLITE_DAMAGE_LOG`.
  static let damageLog = variables["TFLITE_DAMAGE_LOG"].map { URL(filePath: $0) }

  /// A folder for models with which fuzzing can begin: `TFLITE_SEED_FOLDER`.
  static let seedFolder = variables["TFLITE_SEED_FOLDER"].map { URL(filePath: $0) }

  /// A file of the zoo.
  static func zooFile(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: zoo.appending(path: path)))
  }
}
