import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

/// Whole files, from their bytes to the error that names what is wrong in them.
///
/// The number of each file is the row of the list of hostile models that it stands for, the article *Hostile models* of
/// the module TFLite. Variants of a row are tested where the check is made, in TFLiteSchemaTests and TFLiteKernelsTests.
@Suite struct HostileModelTests {
  @Test(arguments: HostileFile.all)
  func endsWhereItShould(_ file: HostileFile) throws {
    let journey = try Journey(try file.bytes(), memoryLimit: file.memoryLimit)
    #expect(journey.stage == file.stage, "\(journey)")
    guard let message = journey.message else { return }
    for word in file.words { #expect(message.contains(word), "\(message)") }
    #expect(!message.contains("\n"), "\(message)")
    #expect(message.components(separatedBy: "TensorFlow Lite Error").count <= 2, "\(message)")
  }

  /// What is broken above must be whole without the damage.
  @Test(arguments: (ModelSketch.all + ModelSketch.special).map(\.name))
  func sketchesRun(_ name: String) throws {
    let sketch = try #require((ModelSketch.all + ModelSketch.special).first { $0.name == name }).sketch
    // The numbers are a new shape for the one that asks for it.
    #expect(try Journey(try sketch.model.serialized(), integers: [3, 4]) == .ran)
  }

  /// Row 44: what is broken in the metadata is told to those who ask for them.
  @Test func brokenMetadataAndPackedFilesAreNamed() throws {
    var noFlatBuffer = ModelSketch.conv2D().model
    noFlatBuffer.metadata = [
      Metadata {
        $0.name = "TFLITE_METADATA"
        $0.buffer = 1
      }
    ]
    let model = try Model(ByteSlice(try noFlatBuffer.serialized()))
    #expect { _ = try model.modelMetadata() } throws: { "\($0)".contains("M001") }

    var packed = ModelSketch.conv2D().model
    try packed.setPackedFiles([PackedFile(name: "labels.txt", data: [65, 10])])
    let whole = try packed.serialized()
    #expect(try Model(ByteSlice(whole)).packedFiles().map(\.name) == ["labels.txt"])
    for (damage, word) in [(6, "directory"), (10, "directory"), (12, "several parts")] {
      var bytes = whole
      bytes[bytes.count - damage] &+= 7
      let model = try Model(ByteSlice(bytes))
      #expect { _ = try model.packedFiles() } throws: { "\($0)".contains(word) }
    }
    for name in ["../labels.txt", "/labels.txt", "a/../b", ""] {
      #expect(throws: ModelError.self) { try PackedFile(name: name, data: []) }
    }
    #expect(throws: ModelError.missingFile(name: "other.txt")) {
      let tensor = TensorMetadata {
        $0.associatedFiles = [
          AssociatedFile {
            $0.name = "other.txt"
            $0.type = .tensorAxisLabels
          }
        ]
      }
      _ = try Model(ByteSlice(whole)).labels(of: tensor)
    }
  }

  @Test func everyPrefixIsRefusedWithAnError() throws {
    let whole = try ModelSketch.detector().model.serialized()
    for length in whole.indices {
      let journey = try Journey(Array(whole[..<length]))
      // Only padding behind the last field can be missing.
      if journey == .ran { #expect(whole[length...].allSatisfy { $0 == 0 }, "\(length) of \(whole.count) bytes run") }
    }
  }
}
