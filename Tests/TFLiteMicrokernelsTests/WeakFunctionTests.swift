#if arch(x86_64) && os(Linux)
import Testing

/// The linker keeps one of several weak functions of the same name. Should one that was compiled for AVX-512 stand in for
/// that of a baseline module, the program would end on an older processor, and only there.
@Suite struct WeakFunctionTests {
  /// All modules of microkernels but the baseline's. A new one is found by its name.
  @Test func useBaselineInstructionsOnly() throws {
    for module in try CompiledModule.all() where module.name != "TFLiteMicrokernelsPortable" {
      try useBaselineInstructionsOnly(module)
    }
  }

  private func useBaselineInstructionsOnly(_ module: CompiledModule) throws {
    var vectorFunctions = 0
    for object in module.objects {
      // Others may have functions of these names: those with the module's name are its own.
      let shared = try object.weakSymbols().filter { !$0.contains(module.name) && !isDebugOnly($0) }
      for function in try object.functions() {
        let newer = function.instructions.map(\.mnemonic).filter(isNewerThanBaseline)
        if !newer.isEmpty { vectorFunctions += 1 }
        if shared.contains(function.name) {
          #expect(newer.isEmpty, "\(object.url.lastPathComponent): weak \(function.name) has \(newer.prefix(3))")
        }
      }
    }
    // Had the disassembly not been understood, nothing would have been found.
    #expect(vectorFunctions > 10, "no vector instructions in \(module.name)")
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
}
#endif
