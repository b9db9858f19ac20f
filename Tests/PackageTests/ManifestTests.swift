import Foundation
import Testing
import TestModels

/// The manifest as the package manager understands it. It runs on the machine that compiles, so it must say the same for
/// every processor that is compiled for.
@Suite struct ManifestTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func asksNothingOfTheHost() throws {
    let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(!manifest.contains("#if"))
  }

  /// A module that is missing here would be missing on its own architecture, too.
  @Test func hasTheModulesOfEveryArchitecture() throws {
    let manifest = try Manifest(packageAt: Self.root)
    let sets = manifest.targets.filter { $0.name.hasPrefix("TFLiteMicrokernels") && $0.type == "regular" }
      .filter { $0.name != "TFLiteMicrokernels" }
    let features = Dictionary(uniqueKeysWithValues: sets.map { ($0.name, $0.features) })
    #expect(
      features == [
        "TFLiteMicrokernelsPortable": [],
        "TFLiteMicrokernelsAVX2": ["x86_64: avx2", "x86_64: fma"],
        "TFLiteMicrokernelsAVXVNNI": ["x86_64: avx2", "x86_64: fma", "x86_64: avxvnni"],
        "TFLiteMicrokernelsAVX512": [
          "x86_64: avx512f", "x86_64: avx512bw", "x86_64: avx512dq", "x86_64: avx512vl", "x86_64: avx512vnni",
        ],
        "TFLiteMicrokernelsAVX512VBMI": [
          "x86_64: avx512f", "x86_64: avx512bw", "x86_64: avx512dq", "x86_64: avx512vl", "x86_64: avx512vbmi",
        ],
        "TFLiteMicrokernelsNEONDotprod": ["arm64: arch=armv8-a+dotprod", "aarch64: arch=armv8-a+dotprod"],
        "TFLiteMicrokernelsNEONI8MM": ["arm64: arch=armv8-a+dotprod+i8mm", "aarch64: arch=armv8-a+dotprod+i8mm"],
      ])
    for set in sets {
      #expect(set.experimentalFeatures == ["BuiltinModule"], "\(set.name)")
      // Other modules are for one architecture only: features of another one's would not be understood.
      #expect(set.defines.allSatisfy { $0.hasPrefix("FOR_") } && !set.defines.isEmpty, "\(set.name)")
      #expect(set.features.isEmpty || set.defines.count == 1, "\(set.name)")
      #expect(set.features.isEmpty || set.flags.contains("-disable-cmo"), "\(set.name) lets code leave: see Traps")
    }
    let served = manifest.targets.first { $0.name == "TFLiteMicrokernels" }?.dependencies ?? []
    #expect(Set(served) == Set(sets.map(\.name) + ["TFLiteCLibrary"]))
  }

  /// What makes the modules of another architecture empty.
  @Test func loopsAskWhatTheirModuleIsFor() throws {
    let sources = Self.root.appending(path: "Sources")
    let loops = sources.appending(path: "MicrokernelLoops")
    for file in try Self.swiftFiles(in: loops) {
      let text = try String(contentsOf: loops.appending(path: file), encoding: .utf8)
      #expect(text.hasPrefix("#if FOR_") && text.hasSuffix("#endif\n"), "MicrokernelLoops/\(file)")
    }
    let everywhere = ["TFLiteMicrokernels", "TFLiteMicrokernelsPortable"]
    for module in try FileManager.default.contentsOfDirectory(atPath: sources.path)
    where module.hasPrefix(everywhere[0]) && !everywhere.contains(module) {
      let folder = sources.appending(path: module)
      // Not those in folders, which are links.
      for file in try Self.swiftFiles(in: folder) where !file.contains("/") {
        let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        #expect(text.hasPrefix("#if arch(") && text.hasSuffix("#endif\n"), "\(module)/\(file)")
      }
    }
  }

  private static func swiftFiles(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
  }
}

/// What `swift package dump-package` prints.
private struct Manifest {
  let targets: [Target]

  init(packageAt root: URL) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "ManifestTests-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    // A folder of its own: that of the package is locked while its tests run.
    let dump = try FinishedProgram([
      "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path, "dump-package",
    ])
    try #require(dump.status == 0, "swift package dump-package failed")
    let json = try #require(JSONSerialization.jsonObject(with: dump.output) as? [String: Any])
    targets = try #require(json["targets"] as? [[String: Any]]).map(Target.init)
  }

  struct Target {
    let name: String
    let type: String
    let dependencies: [String]
    let defines: [String]
    let experimentalFeatures: [String]
    /// Unsafe flags of release builds.
    let flags: [String]

    init(_ json: [String: Any]) {
      name = json["name"] as? String ?? ""
      type = json["type"] as? String ?? ""
      dependencies = (json["dependencies"] as? [[String: Any]] ?? []).compactMap {
        ($0["byName"] as? [Any])?.first as? String
      }
      let settings = (json["settings"] as? [[String: Any]] ?? []).filter { $0["condition"] == nil }
      func values(_ kind: String) -> [Any] {
        settings.compactMap { (($0["kind"] as? [String: Any])?[kind] as? [String: Any])?["_0"] }
      }
      defines = values("define").compactMap { $0 as? String }
      experimentalFeatures = values("enableExperimentalFeature").compactMap { $0 as? String }
      flags = values("unsafeFlags").flatMap { $0 as? [String] ?? [] }
    }

    /// The processor's features that the module is compiled for, each behind its architecture.
    var features: [String] {
      let architecture = "-Xarch_"
      let clang = flags.filter { $0 != "-Xcc" }
      return zip(clang, clang.dropFirst()).filter { $0.0.hasPrefix(architecture) }.map { pair in
        "\(pair.0.dropFirst(architecture.count)): \(pair.1.dropFirst("-m".count))"
      }
    }
  }
}
