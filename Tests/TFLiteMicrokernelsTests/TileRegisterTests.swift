#if arch(x86_64) && os(Linux)
import Testing

/// Accumulators that leave the registers make a tile two to four times slower, and no other test would notice: see Traps
/// in Sources/MicrokernelLoops/README.md.
@Suite struct TileRegisterTests {
  @Test func accumulatorsStayInRegisters() throws {
    var loopCount = 0
    for module in try CompiledModule.all() {
      for object in module.objects {
        for function in try object.functions() where isTile(function) {
          for loop in innermostLoops(function) {
            // Shorter ones go over what is left of a row.
            guard loop.count(where: isProduct) >= 4 else { continue }
            loopCount += 1
            let stores = loop.filter(isSpill)
            #expect(
              stores.count <= 1, "\(module.name): \(function.name) stores \(stores.count) vectors in every step")
          }
        }
      }
    }
    // Had the disassembly not been understood, nothing would have been found.
    #expect(loopCount > 30)
  }

  /// `Tile.run`, of which there is one for each number of rows and of vectors, kind of product and kind of result.
  private func isTile(_ function: ObjectFile.Function) -> Bool { function.name.contains("4TileV3run4rows") }

  private func isProduct(_ instruction: ObjectFile.Instruction) -> Bool {
    ["pmadd", "vpmadd", "vpdp", "mulps", "vmulps", "vfmadd"].contains { instruction.mnemonic.hasPrefix($0) }
  }

  /// A vector that is stored in the function's own memory.
  private func isSpill(_ instruction: ObjectFile.Instruction) -> Bool {
    instruction.mnemonic.contains("mov") && instruction.operands.contains("mm")
      && (instruction.operands.hasSuffix("(%rsp)") || instruction.operands.hasSuffix("(%rbp)"))
  }

  private func innermostLoops(_ function: ObjectFile.Function) -> [ArraySlice<ObjectFile.Instruction>] {
    let instructions = function.instructions
    let places = Dictionary(instructions.enumerated().map { ($1.address, $0) }) { first, _ in first }
    let loops = instructions.indices.compactMap { last -> ClosedRange<Int>? in
      guard let first = instructions[last].target.flatMap({ places[$0] }), first <= last else { return nil }
      return first...last
    }
    return loops.filter { loop in
      !loops.contains { $0 != loop && loop.contains($0.lowerBound) && loop.contains($0.upperBound) }
    }
    .map { instructions[$0] }
  }
}
#endif
