#if arch(x86_64) && os(Linux)
  import Foundation
  import Testing

  /// The linker keeps one of several weak functions of the same name. Should one that was compiled for AVX-512 stand in for
  /// that of a baseline module, the program would end on an older processor, and only there.
  @Suite struct WeakFunctionTests {
    @Test(arguments: ["TFLiteMicrokernelsAVX2", "TFLiteMicrokernelsAVX512"])
    func useBaselineInstructionsOnly(_ module: String) throws {
      let objects = try objectFiles(of: module)
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

    private func objectFiles(of module: String) throws -> [URL] {
      let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      // Swift's test helper loads the tests as a library, whose path is an argument; run on their own, they are the
      // executable.
      let candidates = [executable.path] + CommandLine.arguments
      for path in candidates where path.hasSuffix(".xctest") {
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent()
          .appendingPathComponent("\(module).build")
        if let contents = try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil) {
          return contents.filter { $0.pathExtension == "o" }
        }
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
