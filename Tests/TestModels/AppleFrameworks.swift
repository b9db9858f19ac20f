import Foundation

/// Modules that declare what the package uses of Apple's frameworks, compiled from `Tests/AppleStubs` for this machine.
package struct AppleFrameworks: ~Copyable {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let stubs = root.appending(path: "Tests/AppleStubs")
  /// In an order in which each finds those before it.
  package static let names = [
    "CoreFoundation", "CoreGraphics", "CoreText", "ImageIO", "CoreVideo", "CoreMedia", "UIKit", "CryptoKit",
    "Compression",
  ]

  /// What the compiler says where it cannot compile.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// Where compiled modules are, and what a caller puts beside them.
  package let folder: URL

  /// - Parameter names: of those that are needed, behind those that they need themselves.
  package init(_ names: [String] = Self.names) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "apple-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names {
      try compile([Self.stubs.appending(path: "Frameworks/\(name).swift")], into: name)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The sources of one of the package's modules.
  package static func sources(of module: String) throws -> [URL] {
    let folder = root.appending(path: "Sources/\(module)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
      .sorted().map { folder.appending(path: $0) }
  }

  /// Compiles what takes the place of the system's C library, too, for those that ask for `Darwin`.
  package func compileSystem() throws {
    try compile([Self.stubs.appending(path: "System/Darwin.swift")], into: "Darwin")
  }

  /// Compiles a module against these and the package's own.
  package func compile(_ sources: [URL], into module: String) throws {
    try run(
      ["-emit-module", "-module-name", module, "-o", folder.appending(path: "\(module).swiftmodule").path], sources)
  }

  /// Compiles a program out of `Tests/AppleStubs` and more sources, linked with stubs that do something and with the
  /// package's modules.
  package func compileProgram(_ name: String, with sources: [URL], modules: [String]) throws -> URL {
    let library = folder.appending(path: "Compression.o")
    try run(
      ["-c", "-module-name", "Compression", "-o", library.path],
      [Self.stubs.appending(path: "Frameworks/Compression.swift")])
    let objects = try modules.flatMap { module in
      let build = BuiltProducts.folder.appending(path: "\(module).build")
      return try FileManager.default.subpathsOfDirectory(atPath: build.path).filter { $0.hasSuffix(".o") }
        .map { build.appending(path: $0) }
    }
    let program = folder.appending(path: name)
    let main = Self.stubs.appending(path: "\(name).swift")
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
