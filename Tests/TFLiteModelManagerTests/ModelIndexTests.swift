import Foundation
import Testing

@testable import TFLiteModelManager

/// The format of an index.
@Suite struct ModelIndexTests {
  private static let url = URL(string: "https://example.org/models/index.json?key=secret")!
  private static let hash = String(repeating: "0a", count: 32)

  private static func index(_ text: String) throws -> ModelIndex {
    try ModelIndex(Data(text.utf8), url: url)
  }

  @Test func readsEveryMember() throws {
    let index = try Self.index(
      """
      {"x-comment": "left alone", "requires_hashes": false, "models": [
        {"name": "a", "x-reviewed": true, "summary": "finds", "version": "1", "url": "a.tflite", "sha256": "\(Self.hash)", "size": 12,
         "license": "MIT", "labels": {"url": "a.zip", "member": "x/labels.txt"},},
        {"name": "b", "variants": [
          {"name": "new", "weight": 5, "url": "b2.tflite"}, {"name": "old", "weight": 95.5, "url": "b1.tflite", "version": "1"}]},
      ]}
      """)
    let release = ModelIndex.Release(
      version: "1", file: .init(url: "a.tflite", sha256: Self.hash, size: 12),
      labels: .init(url: "a.zip", member: "x/labels.txt"))
    #expect(index.entry(named: "a") == .init(name: "a", summary: "finds", license: "MIT", release: release))
    let variants = [
      ModelIndex.Variant(name: "new", weight: 5, release: .init(file: .init(url: "b2.tflite"))),
      .init(name: "old", weight: 95.5, release: .init(version: "1", file: .init(url: "b1.tflite"))),
    ]
    #expect(index.entry(named: "b") == .init(name: "b", variants: variants) && index.entry(named: "c") == nil)
    #expect(try ModelIndex(JSONEncoder().encode(index), url: Self.url) == index)
  }

  @Test(
    arguments: [
      ("", "it is no JSON: it is empty"),
      (
        "{\"models\": [\n  {\"name\": }]}",
        "it is no JSON: line 2, column 12 is not what can stand there: a value is expected"
      ),
      ("{\"models\": [", "it is no JSON: line 1, column 13 is its end: a value is expected"), ("[]", "is no object"),
      ("{}", "it has no \"models\""),
      ("{\"models\": [{}]}", "it has no \"name\""), ("{\"models\": [{\"name\": \"a\"}]}", "it has no \"url\""),
      ("{\"models\": [{\"name\": 3, \"url\": \"a\"}]}", "\"models[0].name\" is no text"),
      ("{\"models\": [{\"name\": \"a\", \"url\": \"a\", \"size\": \"1\"}]}", "size\" is no number"),
      (
        "{\"requires_hashes\": false, \"models\": [{\"name\": \"a\", \"url\": \"a\", \"size\": -1}]}",
        "the \"size\" of a is -1"
      ),
      ("{\"models\": [{\"name\": \"a\", \"url\": \"a\", \"sha256\": \"abc\"}]}", "expected are 64 hexadecimal digits"),
      ("{\"models\": [{\"name\": \"a\", \"url\": \"a\"}, {\"name\": \"a\", \"url\": \"b\"}]}", "two models \"a\""),
      (
        "{\"models\": [{\"name\": \"a\", \"variants\": [{\"name\": \"v\", \"url\": \"a\", \"weight\": -1}]}]}",
        "weights of the variants"
      ),
      (
        "{\"models\": [{\"name\": \"a\", \"variants\": [{\"name\": \"v\", \"url\": \"a\", \"weight\": 0}]}]}",
        "weights of the variants"
      ),
      (
        """
        {"models": [{"name": "a", "variants": [{"name": "v", "url": "a", "weight": 1}, {"name": "v", "url": "a", "weight": 1}]}]}
        """, "two variants \"v\""
      ),
      // What is misspelled would be left out without a word.
      (
        "{\"models\": [{\"name\": \"a\", \"url\": \"a\", \"sha265\": \"\(hash)\"}]}",
        "\"models[0].sha265\": no member has this name; there are name, summary, license, version, labels, url, member, sha256"
      ),
      (
        "{\"models\": [{\"name\": \"a\", \"url\": \"a\", \"labels\": {\"url\": \"b\", \"hash\": \"\"}}]}",
        "\"models[0].labels.hash\""
      ),
      ("{\"models\": [], \"requires_hash\": false}", "\"requires_hash\""),
      (
        "{\"models\": [{\"name\": \"a\", \"variants\": [{\"name\": \"v\", \"url\": \"a\", \"weigth\": 1, \"weight\": 1}]}]}",
        "\"models[0].variants[0].weigth\""
      ),
      (
        "{\"models\": [{\"name\": \"a\", \"url\": \"b\", \"variants\": [{\"name\": \"v\", \"url\": \"a\", \"weight\": 1}]}]}",
        "\"models[0].url\""
      ),
      ("{\"models\": [{\"name\": \"a\", \"url\": \"b.tflite\"}]}", "b.tflite of model \"a\" has no \"sha256\""),
      (
        "{\"models\": [{\"name\": \"a\", \"url\": \"b\", \"sha256\": \"\(hash)\", \"labels\": {\"url\": \"c.txt\"}}]}",
        "c.txt of model \"a\" has no \"sha256\""
      ),
    ])
  func refusesWhatItCannotMean(_ text: String, _ reason: String) throws {
    #expect { try Self.index(text) } throws: { error in
      "\(error)".hasPrefix("https://example.org/models/index.json: no index of models: ") && "\(error)".contains(reason)
    }
  }
}
