import Foundation
import TFLiteImageCodecs
import TFLiteModelManager
import TFLiteSchema
import TFLiteVision
import TestModels
import Testing

/// What the catalog of public models says is true.
@Suite struct CatalogTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Models/catalog.json")
  static let index = Result { try ModelIndex(Data(contentsOf: file), url: file) }
  static let entries = (try? index.get().models) ?? []

  @Test func isAnIndex() throws {
    let index = try Self.index.get()
    #expect(index.models.count >= 25)
    #expect(index.models.first?.name == "coco_ssd_mobilenet_v1_1.0_quant")
  }

  /// Where a publisher's own files are.
  private static let publishers = [
    "https://storage.googleapis.com/download.tensorflow.org/", "https://storage.googleapis.com/mediapipe-models/",
    "https://raw.githubusercontent.com/",
  ]

  @Test(arguments: entries)
  func isComplete(_ entry: ModelIndex.Entry) throws {
    let release = try #require(entry.release)
    #expect(entry.license?.isEmpty == false && entry.summary?.isEmpty == false && release.version?.isEmpty == false)
    #expect(release.file.sha256 != nil && (release.file.size ?? 0) > 0)
    for file in [release.file, release.labels].compactMap(\.self) {
      let url = try #require(URL(string: file.url))
      #expect(Self.publishers.contains { file.url.hasPrefix($0) }, "\(file.url)")
      #expect(file.sha256 != nil && url.query == nil)
      // A branch moves; a commit does not.
      if url.host() == "raw.githubusercontent.com" {
        #expect(url.pathComponents[3].wholeMatch(of: #/[0-9a-f]{40}/#) != nil)
      }
      #expect((file.member != nil) == ["zip", "tgz", "gz"].contains(url.pathExtension))
    }
  }

  /// What the zoo says of where its models come from.
  private struct ZooModel: Decodable {
    let file: String
    let repo: String
    let commit: String
    let path: String
    let sha256: String
    let size: Int
    let lic: String
  }

  private static let zoo: [ZooModel] = {
    guard Zoo.isPresent else { return [] }
    let data = try? Data(contentsOf: Zoo.folder.appendingPathComponent("catalogue.json"))
    return data.flatMap { try? JSONDecoder().decode([ZooModel].self, from: $0) } ?? []
  }()

  /// The models of the catalog that the zoo has not.
  private static let elsewhere: Set = [
    "efficientdet_lite0", "efficientdet_lite2", "efficientnet_lite0", "blaze_face_short_range",
    "mobilenet_v1_0.75_192_quant", "mobilenet_v1_0.5_160_quant", "inat_bird", "inat_insect",
  ]

  private static func zooModel(_ entry: ModelIndex.Entry) -> ZooModel? {
    guard let file = entry.release?.file else { return nil }
    // The archive's model is that of the zoo that was freed from its metadata.
    let isFirst = file.url.hasSuffix("/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.zip")
    return zoo.first { model in
      isFirst
        ? model.file.hasSuffix("/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29_no_metadata.tflite")
        : file.url == "https://raw.githubusercontent.com/\(model.repo)/\(model.commit)/\(model.path)"
    }
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: entries.filter { !elsewhere.contains($0.name) })
  func isTheModelOfTheZoo(_ entry: ModelIndex.Entry) throws {
    let model = try #require(Self.zooModel(entry), "the zoo has no model from there")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: Zoo.model(model.file)))
    let hash = SHA256Hash.of(bytes).hexadecimal
    #expect(entry.release?.file.sha256 == hash && hash == model.sha256)
    #expect(entry.release?.file.size == bytes.count)
    #expect(entry.license == model.lic)
  }

  /// `tflite detect` or `tflite label` takes each of them.
  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: entries.filter { !elsewhere.contains($0.name) })
  func looksAtPictures(_ entry: ModelIndex.Entry) throws {
    let model = try Model(contentsOfFile: Zoo.model(try #require(Self.zooModel(entry)).file))
    let image = try Image(contentsOfFile: Zoo.image("coral/cat.bmp"))
    if let classifier = try? Classifier(model: model) {
      #expect(try !classifier.classify(image).classifications.isEmpty)
    } else {
      _ = try Detector(model: model).detect(in: image, scoreThreshold: 0)
    }
  }
}
