import Foundation
import Testing
import TestModels

/// Packages that depend on this one, as the package manager resolves them.
@Suite struct ClientTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Nothing is downloaded for the libraries.
  @Test func librariesBringNoOtherPackage() throws {
    let folder = try Folder()
    let dependency = ".package(path: \"\(try folder.copyOfPackage().path)\", traits: [])"
    let packages = try folder.resolve(dependency)
    #expect(packages == ["swift-tflite"])
  }

  /// A version of a repository, as most depend on a package.
  @Test func versionsBringNoOtherPackage() throws {
    let folder = try Folder()
    let package = try folder.copyOfPackage()
    for arguments in [
      ["init", "--quiet"], ["add", "--all"],
      ["-c", "user.name=Test", "-c", "user.email=test@example.org", "commit", "--quiet", "--message", "All"],
      ["tag", "1.2.3"],
    ] {
      try folder.run("git", ["-C", package.path] + arguments)
    }
    let dependency = ".package(url: \"\(package.absoluteString)\", from: \"1.0.0\", traits: [])"
    #expect(try folder.resolve(dependency) == ["swift-tflite"])
    let pins = try String(contentsOf: folder.url.appending(path: "client/Package.resolved"), encoding: .utf8)
    #expect(pins.matches(of: #/"identity" : "([^"]+)"/#).map { String($0.1) } == ["swift-tflite"])
    #expect(pins.contains("\"version\" : \"1.2.3\""))
  }

  /// In a checkout, everything is there without options: the program and the tests.
  @Test func traitsAreOnUnlessTheyAreTurnedOff() throws {
    let folder = try Folder()
    let json = try folder.run(
      "swift", ["package", "--package-path", Self.root.path, "--scratch-path", folder.scratch, "dump-package"])
    let manifest = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    let traits = try #require(manifest["traits"] as? [[String: Any]])
    let named = traits.compactMap { $0["name"] as? String }.filter { $0 != "default" }
    let enabled = traits.first { $0["name"] as? String == "default" }?["enabledTraits"] as? [String]
    #expect(Set(enabled ?? []) == Set(named) && named.count == 2)
  }

  /// A folder with a client, which goes with the value.
  private final class Folder {
    let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID().uuidString)")
        .resolvingSymlinksInPath()
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var scratch: String { url.appending(path: "scratch").path }

    /// What the package manager reads of this package: the manifest and the sources.
    func copyOfPackage() throws -> URL {
      let copy = url.appending(path: "swift-tflite")
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
      for name in ["Package.swift", "Sources", "Tests", "Models"] {
        try FileManager.default.copyItem(at: ClientTests.root.appending(path: name), to: copy.appending(path: name))
      }
      return copy
    }

    /// Makes a client of this package.
    ///
    /// - Returns: the packages that it gets, in the order of the alphabet.
    func resolve(_ dependency: String) throws -> [String] {
      let client = url.appending(path: "client")
      let sources = client.appending(path: "Sources/Client")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      try "import TFLite\n".write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
      try """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "Client", dependencies: [\(dependency)],
        targets: [
          .executableTarget(name: "Client", dependencies: [.product(name: "TFLite", package: "swift-tflite")])
        ])
      """.write(to: client.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
      let json = try run(
        "swift",
        [
          "package", "--package-path", client.path, "--scratch-path", scratch, "--cache-path", "\(scratch)-cache",
          "show-dependencies", "--format", "json",
        ])
      return try names(JSONSerialization.jsonObject(with: json)).sorted()
    }

    private func names(_ json: Any) throws -> [String] {
      let dependencies = try #require((json as? [String: Any])?["dependencies"] as? [[String: Any]])
      return try dependencies.flatMap { [$0["identity"] as? String ?? ""] + (try names($0)) }
    }

    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> Data {
      let finished = try FinishedProgram([program] + arguments)
      try #require(finished.status == 0, "\(program) \(arguments): \(finished.text)")
      return finished.output
    }
  }
}
