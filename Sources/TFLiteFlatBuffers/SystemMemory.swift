import TFLiteCLibrary

/// Blocks of memory straight from the system: zeros, that begin with a page.
///
/// A large block begins where a large page can, and asks for these: filling it then takes a few page faults instead of
/// thousands.
enum SystemMemory {
  /// Large pages of x86-64, and of arm64 with pages of 4 KiB.
  private static let largePageSize = 1 << 21

  /// - Returns: nil when the system gives none; `errno` says why.
  static func allocate(byteCount: Int) -> UnsafeMutableRawBufferPointer? {
    guard byteCount >= largePageSize else { return map(byteCount) }
    guard let whole = map(byteCount + largePageSize), let start = whole.baseAddress else { return nil }
    let aligned = start.alignedUp(toMultipleOf: largePageSize)
    let rounded = (start + byteCount + largePageSize).alignedUp(toMultipleOf: pageSize)
    let end = (aligned + byteCount).alignedUp(toMultipleOf: pageSize)
    if aligned > start { munmap(start, aligned - start) }
    if rounded > end { munmap(end, rounded - end) }
    #if os(Linux)
    // Whole pages only: the last part of the block must not take a large one.
    madvise(aligned, byteCount / largePageSize * largePageSize, MADV_HUGEPAGE)
    #endif
    return UnsafeMutableRawBufferPointer(start: aligned, count: byteCount)
  }

  static func free(_ block: UnsafeRawBufferPointer) {
    munmap(UnsafeMutableRawPointer(mutating: block.baseAddress), block.count)
  }

  private static let pageSize = sysconf(CInt(_SC_PAGESIZE))

  private static func map(_ byteCount: Int) -> UnsafeMutableRawBufferPointer? {
    guard let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      start != MAP_FAILED
    else { return nil }
    return UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }
}
