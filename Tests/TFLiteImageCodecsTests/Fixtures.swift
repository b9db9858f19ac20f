import Foundation
import TestRandomness
import Testing

@testable import TFLiteImageCodecs

/// The picture files of the folder Fixtures; `make.py` there says how they were made.
struct Fixture: Sendable, CustomTestStringConvertible {
  let name: String

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  /// All fixtures: whatever has a picture in the folder `expected`.
  static let all: [Fixture] = {
    let expected =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "expected").path())) ?? []
    let stems = Set(expected.map { String($0.prefix { $0 != "." }) })
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return files.filter { stems.contains(String($0.prefix { $0 != "." })) }.sorted().map(Fixture.init)
  }()

  static func all(_ format: ImageFormat) -> [Fixture] {
    all.filter { $0.name.hasPrefix(format.rawValue.lowercased()) }
  }

  var testDescription: String { name }

  func bytes() throws -> [UInt8] {
    Array(try Data(contentsOf: Self.folder.appending(path: name)))
  }

  /// What the file shows.
  func expected() throws -> Image { try shown(in: "expected") }

  /// Whether the file is so large that somebody may ask for a part of its size.
  func isReduced(_ divisor: Int) -> Bool {
    FileManager.default.fileExists(atPath: picture(in: "reduced/\(divisor)").path())
  }

  /// What the file shows at a part of its size.
  func reduced(_ divisor: Int) throws -> Image { try shown(in: "reduced/\(divisor)") }

  private func picture(in folder: String) -> URL {
    Self.folder.appending(path: "\(folder)/\(name.prefix { $0 != "." }).ppm")
  }

  private func shown(in folder: String) throws -> Image {
    try simplePPM(Array(Data(contentsOf: picture(in: folder))))
  }

  /// Reads `P6 width height 255`, on one line, and the pixels.
  private func simplePPM(_ bytes: [UInt8]) throws -> Image {
    guard let lineEnd = bytes.firstIndex(of: 0x0A) else { throw BadFixture(name: name) }
    let header = String(decoding: bytes[..<lineEnd], as: UTF8.self).split(separator: " ")
    guard header.count == 4, header[0] == "P6", header[3] == "255", let width = Int(header[1]),
      let height = Int(header[2])
    else { throw BadFixture(name: name) }
    return try Image(width: width, height: height, pixels: Array(bytes[(lineEnd + 1)...]))
  }
}

struct BadFixture: Error {
  let name: String
}

extension Image {
  /// A picture without any regularity.
  static func random(width: Int, height: Int, using generator: inout SeededGenerator) throws -> Image {
    let pixels = (0..<width * height * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return try Image(width: width, height: height, pixels: pixels)
  }

  /// The three channels at a place.
  func color(x: Int, y: Int) -> RGBColor {
    let start = (y * width + x) * 3
    return RGBColor(red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2])
  }
}

/// A folder that is removed again.
func withTemporaryFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "tflite-image-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}
