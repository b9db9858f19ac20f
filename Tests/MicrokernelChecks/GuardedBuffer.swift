import TFLiteCLibrary

/// Memory that ends at a page nobody may touch: a read further than `slack` bytes past the contents ends the program.
final class GuardedBuffer {
  let pointer: UnsafeMutableRawPointer
  let count: Int
  private let allocation: UnsafeMutableRawPointer
  private let guardPage: UnsafeMutableRawPointer

  init(_ bytes: [UInt8], slack: Int) throws(CheckFailure) {
    let page = Int(getpagesize())
    let size = (bytes.count + slack + page - 1) / page * page
    allocation = .allocate(byteCount: size + page, alignment: page)
    guardPage = allocation + size
    pointer = guardPage - slack - bytes.count
    count = bytes.count
    guard mprotect(guardPage, page, PROT_NONE) == 0 else { throw CheckFailure("no page can be protected") }
    pointer.copyMemory(from: bytes, byteCount: bytes.count)
    // Whatever lies in the slack must not matter.
    memset(pointer + bytes.count, 0xa5, slack)
  }

  deinit {
    mprotect(guardPage, Int(getpagesize()), PROT_READ | PROT_WRITE)
    allocation.deallocate()
  }
}
