/// Aligned memory with canaries around it and, where nothing is written, inside it.
final class CanaryBuffer {
  static let canary: UInt8 = 0xc3
  private static let margin = 192

  let pointer: UnsafeMutableRawPointer
  let count: Int
  private let allocation: UnsafeMutableRawPointer

  /// `offset`: the results' misalignment.
  init(count: Int, offset: Int = 0) {
    self.count = count
    allocation = .allocate(byteCount: count + offset + 2 * Self.margin, alignment: 64)
    allocation.initializeMemory(as: UInt8.self, repeating: Self.canary, count: count + offset + 2 * Self.margin)
    pointer = allocation + Self.margin + offset
  }

  deinit { allocation.deallocate() }

  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: pointer, count: count)) }

  var floats: [Float] { (0..<count / 4).map { pointer.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) } }

  var isIntact: Bool {
    let before = UnsafeRawBufferPointer(start: pointer - Self.margin, count: Self.margin)
    let after = UnsafeRawBufferPointer(start: pointer + count, count: Self.margin)
    return before.allSatisfy { $0 == Self.canary } && after.allSatisfy { $0 == Self.canary }
  }
}
