#if arch(x86_64) && os(Linux)
import Testing

/// A closure that is called for each vector makes a loop several times slower, and no other test would notice: see Traps in
/// Sources/MicrokernelLoops/README.md.
@Suite struct ClosureTests {
  @Test func noClosureTakesVectors() throws {
    var functionCount = 0
    for module in try CompiledModule.all() {
      for object in module.objects {
        for function in try object.functions() {
          functionCount += 1
          #expect(!isClosureOfVectors(function.name), "\(module.name): \(function.name) is called for each vector")
        }
      }
    }
    #expect(functionCount > 300)
  }

  /// A mangled name says whose closure it is ("U_" behind its type) and what it is given ("SIMD8V" of "Sf").
  private func isClosureOfVectors(_ name: String) -> Bool {
    name.firstMatch(of: /SIMD[0-9]+Vy[A-Za-z0-9]{2,8}XEfU/) != nil
  }
}
#endif
