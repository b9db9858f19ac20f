#if os(Linux)
import Foundation
import TFLiteSchema
import TestModels
import Testing

/// The C library, by programs in C that are compiled against its headers and linked with it.
///
/// It is built beside the tests, as a file that needs no other; which symbols it exports, Linux's linker is told. Each program's first check that does not hold ends it.
@Suite struct TensorFlowLiteCTests {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let interface = tests.deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/CTensorFlowLite/include")
  private static let library = BuiltProducts.folder.appending(path: "libtensorflowlite_c.so")
  /// The sanitizer's functions, which the library then calls, come with the compiler that Swift has.
  private static let compiler = AddressSanitizer.isWatching ? ["clang", "-fsanitize=address"] : ["cc"]

  @Test(arguments: ["models", "interpreters", "signatures", "operators", "strings", "extras", "abuse"])
  func theProgramEndsWell(_ name: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "TensorFlowLiteCTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.writeModels(into: folder)
    let program = folder.appending(path: name)
    try run(
      Self.compiler + [
        "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", Self.interface.path, "-o", program.path,
        Self.tests.appending(path: "Programs/\(name).c").path, Self.library.path, "-lm", "-lpthread",
        "-Wl,-rpath,\(BuiltProducts.folder.path)",
      ])
    try run(program.path, folder.path)
  }

  /// Every function of the headers with nothing, and all of them in orders that nobody thought of.
  @Test func callsInAnyOrder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "TensorFlowLiteCTests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.writeModels(into: folder)
    let seeds = LongTests.areIncluded ? 1000 : 40
    let program = Self.tests.appending(path: "Programs/orders.py")
    try run("python3", program.path, Self.library.path, Self.interface.path, folder.path, "\(seeds)")
  }

  /// C++ takes the headers, by either of the folders that programs name.
  @Test(arguments: ["tensorflow/lite", "tensorflow/lite/core", "tflite", "tflite/core"])
  func headersAreCPlusPlus(_ folder: String) throws {
    let names = ["c_api.h", "c_api_types.h", "common.h", "c_api_experimental.h", "c_api_opaque.h"]
    let includes = names.flatMap { ["-include", "\(folder)/c/\($0)"] }
    try run(
      ["c++", "-std=c++17", "-Wall", "-Wextra", "-Wno-c99-extensions", "-Werror", "-fsyntax-only", "-x", "c++", "-I"]
        + [Self.interface.path] + includes + ["-include", "swift_tflite.h", "/dev/null"])
  }

  /// Every function that a header declares is exported, nothing else is, and a program calls it.
  @Test func theLibraryIsItsInterface() throws {
    let names = ["c_api.h", "common.h", "c_api_experimental.h", "c_api_opaque.h", "operator.h"]
    let files = names.map { "tensorflow/lite/c/\($0)" } + ["swift_tflite.h"]
    let headers = files.map { Self.interface.appending(path: $0) }
    let declaration = /TFL_CAPI_EXPORT[^;(]*?(TfLite\w+)\(/
    let declared = Set(
      try headers.flatMap { header in
        try String(contentsOf: header, encoding: .utf8).matches(of: declaration).map { String($0.1) }
      })
    #expect(declared.count > 150)
    let symbols = try run("nm", "-D", "--defined-only", Self.library.path).split(separator: "\n").compactMap {
      $0.split(separator: " ").last.map(String.init)
    }
    #expect(Set(symbols) == declared)

    let programs = Self.tests.appending(path: "Programs")
    let called = try FileManager.default.contentsOfDirectory(atPath: programs.path).filter { $0.hasSuffix(".c") }.map {
      try String(contentsOf: programs.appending(path: $0), encoding: .utf8)
    }.joined()
    let idle = declared.filter { !called.contains("\($0)(") && !called.contains("\($0),") }
    // Formats with arguments reach it through its sibling.
    #expect(idle == ["TfLiteOpaqueContextReportErrorVa"])
  }

  private static func writeModels(into folder: URL) throws {
    var add = ModelSketch()
    let input = add.plain("input", [1, 2], .float32)
    let middle = add.plain("middle", [1, 2], .float32)
    let output = add.plain("output", [1, 2], .float32)
    add.step(OperatorCode(.add), AddOptions(), inputs: [input, input], outputs: [middle])
    add.step(OperatorCode(.add), AddOptions(), inputs: [middle, input], outputs: [output])
    add.graph.inputs = [input]
    add.graph.outputs = [output]
    try write(add, "add", into: folder)

    var signature = add
    signature.graph.tensors[Int(input)].shapeSignature = [1, -1]
    func map(_ name: String, _ tensor: Int32) -> TensorMap {
      var map = TensorMap()
      map.name = name
      map.tensorIndex = UInt32(tensor)
      return map
    }
    var definition = SignatureDef()
    definition.signatureKey = "triple"
    definition.inputs = [map("x", input)]
    definition.outputs = [map("y", output)]
    signature.model.signatureDefs = [definition]
    try write(signature, "signature", into: folder)

    var custom = ModelSketch()
    let taken = custom.plain("input", [1, 2], .float32)
    let given = custom.plain("output", [1, 2], .float32)
    custom.step(OperatorCode(custom: "Scale"), inputs: [taken], outputs: [given], customOptions: Array("3".utf8))
    custom.graph.inputs = [taken]
    custom.graph.outputs = [given]
    try write(custom, "custom", into: folder)

    // text [3], strings, reshaped to [3, 1] by the engine and made loud by the program.
    var strings = ModelSketch()
    let text = strings.plain("text", [3], .string)
    let column = strings.plain("column", [3, 1], .string)
    let loud = strings.plain("loud", [3], .string)
    strings.step(
      OperatorCode(.reshape), ReshapeOptions { $0.newShape = [3, 1] }, inputs: [text], outputs: [column])
    strings.step(OperatorCode(custom: "Shout"), inputs: [column], outputs: [loud])
    strings.graph.inputs = [text]
    strings.graph.outputs = [column, loud]
    try write(strings, "strings", into: folder)

    var variable = add
    let state = variable.plain("state", [2], .float32)
    variable.graph.tensors[Int(state)].isVariable = true
    try write(variable, "variable", into: folder)
  }

  private static func write(_ sketch: ModelSketch, _ name: String, into folder: URL) throws {
    try Data(sketch.model.serialized()).write(to: folder.appending(path: "\(name).tflite"))
  }

  @discardableResult
  private func run(_ command: String...) throws -> String { try run(command) }

  /// What a command prints; an error where it fails.
  @discardableResult
  private func run(_ command: [String]) throws -> String {
    let program = try FinishedProgram(command, reading: .both)
    try #require(program.status == 0, "\(command.joined(separator: " ")): \(program.text)")
    return program.text
  }
}
#endif
