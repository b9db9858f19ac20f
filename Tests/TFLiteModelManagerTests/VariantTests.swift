import Foundation
import TestModels
import Testing

@testable import TFLiteModelManager

/// Several models under one name.
@Suite struct VariantTests {
  private static let weights: [[Double]] = [[1, 1], [5, 95], [0.2, 0.3, 0.5], [0, 3, 0, 1]]

  @Test(arguments: weights)
  func sharesAreThoseOfTheWeights(_ weights: [Double]) throws {
    let count = 100_000
    var found = Array(repeating: 0, count: weights.count)
    for number in 0..<count {
      let assignment = VariantAssignment(installationID: "installation-\(number)", model: "detector")
      found[try #require(assignment.index(amongWeights: weights))] += 1
    }
    for (share, weight) in zip(found, weights) {
      #expect(abs(Double(share) / Double(count) - weight / weights.reduce(0, +)) < 0.01, "\(found)")
      #expect(weight > 0 || share == 0)
    }
  }

  /// Fixed, so that an update of this package moves nobody to another variant.
  @Test func assignmentsNeverChange() {
    let positions = ["a", "b", "installation"].map { VariantAssignment(installationID: $0, model: "m").position }
    #expect(positions == Self.positions)
    let assignments = (0..<1000).map {
      VariantAssignment(installationID: "\($0)", model: "m").index(amongWeights: [2, 3])
    }
    #expect(
      assignments
        == (0..<1000).map { VariantAssignment(installationID: "\($0)", model: "m").index(amongWeights: [4, 6]) })
  }

  /// SHA-256 of "a\nm" and so on, the first 53 bits: computed with other software.
  private static let positions = [0.8117343674275848, 0.41581327939781765, 0.7913221314600953]

  @Test func aRolloutTakesNobodyBack() {
    for number in 0..<10_000 {
      let assignment = VariantAssignment(installationID: "\(number)", model: "m")
      let isIn = [5.0, 20, 100].map { assignment.index(amongWeights: [$0, 100 - $0]) == 0 }
      #expect(isIn == isIn.sorted { !$0 && $1 } && isIn[2])
    }
  }

  @Test func modelsDivideInstallationsIndependently() {
    let both = (0..<10_000).count { number in
      ["m", "n"].allSatisfy {
        VariantAssignment(installationID: "\(number)", model: $0).index(amongWeights: [1, 1]) == 0
      }
    }
    #expect(abs(both - 2500) < 200)
  }

  @Test func onlyPositiveWeightsCount() {
    let assignment = VariantAssignment(installationID: "", model: "")
    #expect(assignment.index(amongWeights: []) == nil && assignment.index(amongWeights: [0, 0]) == nil)
    #expect(assignment.index(amongWeights: [0, 1e300]) == 1)
  }

  // MARK: With a server

  private static func publish(_ hosting: Hosting, weights: [Double]) throws {
    let variants = try weights.enumerated().map { index, weight in
      let bytes = try Hosting.model(index)
      hosting.server.files["/files/\(index).tflite"] = .init(bytes)
      return ModelIndex.Variant(
        name: "v\(index)", weight: weight,
        release: .init(
          version: "\(index)", file: .init(url: "files/\(index).tflite", sha256: bytes.sha256, size: bytes.count)))
    }
    try hosting.publish([.init(name: "detector", variants: variants)])
  }

  @Test func eachInstallationKeepsItsVariantAndReportsIt() async throws {
    let hosting = try await Hosting()
    try Self.publish(hosting, weights: [1, 1])
    let first = try await hosting.manager.downloadAsync(hosting.model)
    let id = try String(contentsOf: hosting.folder.appendingPathComponent("installation-id"), encoding: .utf8)
    let index = VariantAssignment(installationID: id, model: "detector").index(amongWeights: [1, 1])
    #expect(first.variant == "v\(index ?? -1)" && hosting.installed?.variant == first.variant)
    #expect(UUID(uuidString: id) != nil)
    let again = try await hosting.otherManager().downloadAsync(hosting.model)
    #expect(again == first && hosting.server.requests.count { $0.path.hasPrefix("/files/") } == 1)
    // All of it for the other one.
    try Self.publish(hosting, weights: index == 0 ? [0, 1] : [1, 0])
    #expect(try await hosting.manager.downloadAsync(hosting.model).variant == "v\(1 - (index ?? 0))")
  }

  @Test func aVariantCanBePinned() async throws {
    let hosting = try await Hosting()
    try Self.publish(hosting, weights: [1, 0])
    let pinned = try await hosting.manager.downloadAsync(CustomRemoteModel(name: "detector", variant: "v1"))
    #expect(pinned.variant == "v1" && pinned.record.pinnedVariant == "v1")
    // An update of what is installed keeps the pin.
    let remote = try #require(pinned.remoteModel)
    #expect(try await hosting.manager.downloadAsync(remote) == pinned)
    let free = try await hosting.manager.downloadAsync(hosting.model)
    #expect(free.variant == "v0" && free.record.pinnedVariant == nil)
    let error = await failure {
      try await hosting.manager.downloadAsync(CustomRemoteModel(name: "detector", variant: "v7"))
    }
    #expect(error == .inModel("detector", .unknownVariant("v7", known: ["v0", "v1"])))
    #expect("\(error!)" == "model \"detector\": it has no variant \"v7\"; it has v0, v1" && hosting.installed == free)
  }

  @Test func theCallersInstallationIDDecides() async throws {
    let hosting = try await Hosting()
    try Self.publish(hosting, weights: [1, 1])
    for number in 0..<6 {
      hosting.manager.configuration.installationID = "id \(number)"
      let index = VariantAssignment(installationID: "id \(number)", model: "detector").index(amongWeights: [1, 1])
      #expect(try await hosting.manager.downloadAsync(hosting.model).variant == "v\(index ?? -1)")
    }
    #expect(!FileManager.default.fileExists(atPath: hosting.folder.appendingPathComponent("installation-id").path))
  }

  @Test func manyMakeOneInstallationID() async throws {
    let store = ModelStore(
      folder: FileManager.default.temporaryDirectory.appendingPathComponent("ids-\(UUID().uuidString)"))
    defer { try? FileManager.default.removeItem(at: store.folder) }
    let ids = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { try store.makeInstallationID() } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path) == ["installation-id"])
    try Data().write(to: store.installationID)
    #expect(throws: ModelManagerError.noInstallationID(path: store.installationID.path, reason: "it is empty")) {
      try store.makeInstallationID()
    }
  }
}
