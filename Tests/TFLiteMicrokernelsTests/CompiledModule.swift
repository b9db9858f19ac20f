#if arch(x86_64) && os(Linux)
import Foundation
import Testing
import TestModels

/// The machine code that the compiler made of a module of microkernels, beside the tests.
struct CompiledModule {
  let name: String
  let objects: [ObjectFile]

  /// All modules that have inner loops. A new one is found by its name.
  static func all() throws -> [CompiledModule] {
    let modules = try objectFolders().map { folder in
      let name = folder.deletingPathExtension().lastPathComponent
      let objects = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "o" }
      try #require(!objects.isEmpty, "no object files of \(name) beside the tests")
      return CompiledModule(name: name, objects: objects.map(ObjectFile.init))
    }
    try #require(!modules.isEmpty, "no object files of instruction sets beside the tests")
    return modules
  }

  /// The folders that the build put the objects of each module into.
  private static func objectFolders() throws -> [URL] {
    let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    // Swift's test helper loads the tests as a library, whose path is an argument; run on their own, they are the
    // executable.
    let candidates = [executable.path] + CommandLine.arguments
    let others = ["TFLiteMicrokernels", "TFLiteMicrokernelsTests"]
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
}

/// Machine code and symbols of one source file, or of a whole module.
struct ObjectFile {
  let url: URL

  struct Instruction {
    let address: Int
    let mnemonic: Substring
    let operands: Substring

    /// Where a jump inside the function goes.
    var target: Int? {
      guard mnemonic.hasPrefix("j") else { return nil }
      return operands.split(separator: " ").first.flatMap { Int($0, radix: 16) }
    }
  }

  struct Function {
    let name: String
    var instructions: [Instruction] = []
  }

  func weakSymbols() throws -> Set<String> {
    var names: Set<String> = []
    for line in try run("/usr/bin/nm", [url.path]).split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 2)
      if fields.count == 3, fields[1] == "W" || fields[1] == "V" { names.insert(String(fields[2])) }
    }
    return names
  }

  func functions() throws -> [Function] {
    var functions: [Function] = []
    for line in try run("/usr/bin/objdump", ["-d", "--no-show-raw-insn", url.path]).split(separator: "\n") {
      if line.hasSuffix(">:"), let start = line.firstIndex(of: "<") {
        functions.append(Function(name: String(line[line.index(after: start)...].dropLast(2))))
      } else if let colon = line.firstIndex(of: ":"), line.hasPrefix(" "), !functions.isEmpty,
        let address = Int(line[..<colon].drop { $0 == " " }, radix: 16)
      {
        var words = line[line.index(after: colon)...].split(maxSplits: 1, whereSeparator: \.isWhitespace)
        // Prefixes stand before the mnemonic.
        while words.count > 1, words[0].hasPrefix("{") || words[0].hasPrefix("rep") || words[0] == "lock" {
          words = words[1].split(maxSplits: 1, whereSeparator: \.isWhitespace)
        }
        guard let mnemonic = words.first else { continue }
        functions[functions.count - 1].instructions.append(
          Instruction(address: address, mnemonic: mnemonic, operands: words.count > 1 ? words[1] : ""))
      }
    }
    return functions
  }

  private func run(_ tool: String, _ arguments: [String]) throws -> String {
    let finished = try FinishedProgram(URL(filePath: tool), arguments)
    try #require(finished.status == 0, "\(tool) failed")
    return finished.text
  }
}
#endif
