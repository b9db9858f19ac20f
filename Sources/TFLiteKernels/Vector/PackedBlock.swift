/// Memory that is filled once, at *prepare*, and only read afterwards.
final class PackedBlock: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer

  /// Memory aligned to cache lines, which `fill` writes completely.
  init(byteCount: Int, fill: (UnsafeMutableRawPointer) -> Void) {
    memory = .allocate(byteCount: byteCount, alignment: 64)
    fill(memory)
  }

  /// A copy with over-read padding.
  convenience init(paddedForOverReads bytes: UnsafeRawBufferPointer) {
    self.init(byteCount: bytes.count + OverReadPadding.byteCount) { memory in
      UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
      (memory + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: OverReadPadding.byteCount)
    }
  }

  deinit { memory.deallocate() }

  var address: UnsafeRawPointer { UnsafeRawPointer(memory) }
}
