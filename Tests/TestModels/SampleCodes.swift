import Foundation

/// The picture that comes with the package, and the codes in it.
package struct SampleCodes: Sendable {
  /// One code of the picture.
  package struct Code: Decodable, Sendable {
    package let label: String
    package let symbology: String
    package let box: Box

    /// In pixels of the picture.
    package struct Box: Decodable, Sendable {
      package let x: Double
      package let y: Double
      package let width: Double
      package let height: Double
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Models/samples")

  package static let picturePath = folder.appendingPathComponent("codes.jpg").path

  /// As the program that has drawn the picture says.
  package static func codes() throws -> [Code] {
    try JSONDecoder().decode([Code].self, from: Data(contentsOf: folder.appendingPathComponent("codes.json")))
  }
}
