import Glibc

/// Memory that ends at a page nobody may touch: a read further than `slack` bytes past the contents ends the test run.
final class GuardedBuffer {
  let pointer: UnsafeMutableRawPointer
  let count: Int
  private let mapping: UnsafeMutableRawPointer
  private let mappingCount: Int

  init(_ bytes: [UInt8], slack: Int) throws {
    let page = Int(getpagesize())
    let size = (bytes.count + slack + page - 1) / page * page
    mappingCount = size + page
    guard let mapping = mmap(nil, mappingCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      mapping != MAP_FAILED, mprotect(mapping + size, page, PROT_NONE) == 0
    else { throw GuardedBufferError.noMemory }
    self.mapping = mapping
    pointer = mapping + (size - slack - bytes.count)
    count = bytes.count
    pointer.copyMemory(from: bytes, byteCount: bytes.count)
    // Whatever lies in the slack must not matter.
    memset(pointer + bytes.count, 0xa5, slack)
  }

  deinit { munmap(mapping, mappingCount) }
}

enum GuardedBufferError: Error { case noMemory }

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

  var isIntact: Bool {
    let before = UnsafeRawBufferPointer(start: pointer - Self.margin, count: Self.margin)
    let after = UnsafeRawBufferPointer(start: pointer + count, count: Self.margin)
    return before.allSatisfy { $0 == Self.canary } && after.allSatisfy { $0 == Self.canary }
  }
}
