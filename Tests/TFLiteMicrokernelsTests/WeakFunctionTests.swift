#if arch(x86_64) && os(Linux)
import Foundation
import Testing

/// The linker keeps one of several weak functions of the same name. Should one that was compiled for AVX-512 stand in for
/// that of a baseline module, the program would end on an older processor, and only there.
@Suite struct WeakFunctionTests {
  /// All modules of microkernels but the baseline's. A new one is found by its name.
  @Test func useBaselineInstructionsOnly() throws {
    let folders = try objectFolders()
    try #require(!folders.isEmpty, "no object files of instruction sets beside the tests")
    for folder in folders { try useBaselineInstructionsOnly(folder) }
  }

  private func useBaselineInstructionsOnly(_ folder: URL) throws {
    let module = folder.deletingPathExtension().lastPathComponent
    let objects = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "o" }
    try #require(!objects.isEmpty, "no object files of \(module) beside the tests")
    var vectorFunctions = 0
    for object in objects {
      // Others may have functions of these names: those with the module's name are its own.
      let shared = try weakSymbols(in: object).filter { !$0.contains(module) && !isDebugOnly($0) }
      for function in try disassemble(object) {
        let newer = function.instructions.filter(isNewerThanBaseline)
        if !newer.isEmpty { vectorFunctions += 1 }
        if shared.contains(function.name) {
          #expect(newer.isEmpty, "\(object.lastPathComponent): weak \(function.name) has \(newer.prefix(3))")
        }
      }
    }
    // Had the disassembly not been understood, nothing would have been found.
    #expect(vectorFunctions > 10, "no vector instructions in \(module)")
  }

  /// For the sake of `@testable`, debug builds keep the metadata of internal types, whose copying functions are weak.
  /// Release builds have none.
  private func isDebugOnly(_ symbol: String) -> Bool {
    #if DEBUG
    symbol.hasPrefix("__swift_memcpy")
    #else
    false
    #endif
  }

  /// VEX and EVEX encodings start with v; the rest are additions that come with the flags of AVX2.
  private func isNewerThanBaseline(_ mnemonic: Substring) -> Bool {
    let scalar: Set<Substring> = [
      "andn", "bextr", "blsi", "blsmsk", "blsr", "bzhi", "crc32", "lzcnt", "movbe", "mulx", "pdep", "pext", "popcnt",
      "rorx", "sarx", "shlx", "shrx",
    ]
    return mnemonic.hasPrefix("v") && mnemonic != "verr" && mnemonic != "verw" || scalar.contains(mnemonic)
      || mnemonic.hasPrefix("k") && mnemonic.dropFirst().hasPrefix("mov")
  }

  /// The folders that the build put the objects of each instruction set into.
  private func objectFolders() throws -> [URL] {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    // Swift's test helper loads the tests as a library, whose path is an argument; run on their own, they are the
    // executable.
    let candidates = [executable.path] + CommandLine.arguments
    let others = ["TFLiteMicrokernels", "TFLiteMicrokernelsPortable", "TFLiteMicrokernelsTests"]
    for path in candidates where path.hasSuffix(".xctest") {
      let products = URL(fileURLWithPath: path).deletingLastPathComponent()
      let contents = try FileManager.default.contentsOfDirectory(at: products, includingPropertiesForKeys: nil)
      let folders = contents.filter { folder in
        let module = folder.deletingPathExtension().lastPathComponent
        // Those for arm64 are empty here.
        return folder.pathExtension == "build" && module.hasPrefix(others[0]) && !others.contains(module)
          && !module.hasPrefix("TFLiteMicrokernelsNEON")
      }
      if !folders.isEmpty { return folders }
    }
    return []
  }

  private func weakSymbols(in object: URL) throws -> Set<String> {
    var names: Set<String> = []
    for line in try run("/usr/bin/nm", [object.path]).split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 2)
      if fields.count == 3, fields[1] == "W" || fields[1] == "V" { names.insert(String(fields[2])) }
    }
    return names
  }

  private struct Function {
    var name: String
    var instructions: [Substring]
  }

  private func disassemble(_ object: URL) throws -> [Function] {
    var functions: [Function] = []
    for line in try run("/usr/bin/objdump", ["-d", "--no-show-raw-insn", object.path]).split(separator: "\n") {
      if line.hasSuffix(">:"), let start = line.firstIndex(of: "<") {
        functions.append(Function(name: String(line[line.index(after: start)...].dropLast(2)), instructions: []))
      } else if let colon = line.firstIndex(of: ":"), line.hasPrefix(" "), !functions.isEmpty {
        let words = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace)
        // Prefixes such as "rep" and "{vex}" stand before the mnemonic.
        functions[functions.count - 1].instructions += words.prefix(2)
      }
    }
    return functions
  }

  private func run(_ tool: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(tool) failed")
    return String(decoding: data, as: UTF8.self)
  }
}
#endif
