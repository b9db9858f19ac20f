import Foundation

/// Modules that stand in for some of other systems, compiled for this machine, to compile the package's sources with.
package struct StubModules: ~Copyable {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let appleStubs = root.appending(path: "Tests/AppleStubs")
  /// In an order in which each finds those before it.
  package static let appleFrameworks = [
    "CoreFoundation", "CoreGraphics", "CoreText", "ImageIO", "CoreVideo", "CoreMedia", "UIKit", "CryptoKit",
    "Compression",
  ]

  /// What the compiler says where it cannot compile.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Where compiled modules are, and what a caller puts beside them.
  package let folder: URL

  /// What the package uses of Apple's frameworks.
  ///
  /// - Parameter names: of those that are needed, behind those that they need themselves.
  package init(apple names: [String]) throws {
    try self.init(names.map { Self.appleStubs.appending(path: "Frameworks/\($0).swift") })
  }

  /// What stands in for Foundation and Dispatch when the engine is compiled for arm64.
  package init(arm64 names: [String]) throws {
    try self.init(names.map { Self.root.appending(path: "Tests/ARM64Stubs/\($0).swift") })
  }

  private init(_ sources: [URL]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "stubs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for source in sources { try compile([source], into: source.deletingPathExtension().lastPathComponent) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The sources of one of the package's modules.
  package static func sources(of module: String) throws -> [URL] {
    let folder = root.appending(path: "Sources/\(module)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .sorted().map { folder.appending(path: $0) }
  }

  /// Compiles what takes the place of Apple's C library, for those that ask for `Darwin`.
  package func compileAppleSystem() throws {
    try compile([Self.appleStubs.appending(path: "System/Darwin.swift")], into: "Darwin")
  }

  /// Compiles a module against these and the package's own.
  package func compile(_ sources: [URL], into module: String, options: [String] = []) throws {
    try run(
      options + ["-emit-module", "-module-name", module, "-o", folder.appending(path: "\(module).swiftmodule").path],
      sources)
  }

  /// Compiles a program out of `Tests/AppleStubs` and more sources, linked with stubs that do something and with the
  /// package's modules.
  package func compileProgram(_ name: String, with sources: [URL], modules: [String]) throws -> URL {
    let library = folder.appending(path: "Compression.o")
    try run(
      ["-c", "-module-name", "Compression", "-o", library.path],
      [Self.appleStubs.appending(path: "Frameworks/Compression.swift")])
    let objects = try modules.flatMap { module in
      let build = BuiltProducts.folder.appending(path: "\(module).build")
      return try FileManager.default.subpathsOfDirectory(atPath: build.path).filter { $0.hasSuffix(".o") }
        .map { build.appending(path: $0) }
    }
    let program = folder.appending(path: name)
    let main = Self.appleStubs.appending(path: "\(name).swift")
    try run(
      ["-module-name", name, "-o", program.path, "-lz"], sources + [main] + [library] + objects)
    return program
  }

  /// The name under which the build knows the package, so that what is visible in the package is here: as its list of
  /// commands has it, or as it is mostly made of the checkout's name.
  private static let packageName: String = {
    let list = BuiltProducts.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "debug.yaml")
    if let text = try? String(contentsOf: list, encoding: .utf8),
      let module = text.range(of: "\"-module-name\",\"TFLiteSchema\""),
      let option = text.range(of: "\"-package-name\",\"", range: module.upperBound..<text.endIndex)
    {
      return String(text[option.upperBound...].prefix { $0 != "\"" })
    }
    return String(root.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }()

  private func run(_ options: [String], _ files: [URL]) throws {
    let compiler = try FinishedProgram(
      [
        "swiftc", "-package-name", Self.packageName, "-swift-version", "6", "-parse-as-library", "-I", folder.path,
        "-I", BuiltProducts.folder.appending(path: "Modules").path, "-Xcc",
        "-fmodule-map-file=\(Self.root.appending(path: "Sources/CZLib/module.modulemap").path)",
      ] + options + files.map(\.path), reading: .both)
    guard compiler.status == 0 else { throw Failure(description: compiler.text) }
  }
}
