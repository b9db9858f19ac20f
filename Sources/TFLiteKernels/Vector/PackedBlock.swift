/// Memory that is filled once, at *prepare*, and only read afterwards.
final class PackedBlock: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer

  /// Memory aligned to cache lines, which `fill` writes completely.
  init(byteCount: Int, fill: (UnsafeMutableRawPointer) -> Void) {
    memory = .allocate(byteCount: byteCount, alignment: 64)
    fill(memory)
  }

  deinit { memory.deallocate() }

  var address: UnsafeRawPointer { UnsafeRawPointer(memory) }
}
