/// How many allocations the process has made since it counts. Threads may lose a count to each other, but never all.
///
/// The process of the tests calls these functions, too, and never counts: its threads would wait for each other there.
enum Allocations {
  nonisolated(unsafe) static var isCounting = false
  nonisolated(unsafe) static var count = 0

  fileprivate static func add() {
    if isCounting { count &+= 1 }
  }
}

#if os(Linux)
// The allocation functions of the C library, counted. The linker gives them the C library's names, so that everything in
// the process calls them: Swift's runtime, the C library and all others. What they stand for has second names.

@_silgen_name("__libc_malloc")
private func systemMalloc(_ size: Int) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_calloc")
private func systemCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_realloc")
private func systemRealloc(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer?
@_silgen_name("__libc_memalign")
private func systemMemalign(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer?

/// Counts and allocates, as `malloc`.
@_cdecl("countedMalloc")
public func countedMalloc(_ size: Int) -> UnsafeMutableRawPointer? {
  Allocations.add()
  return systemMalloc(size)
}

/// Counts and allocates, as `calloc`.
@_cdecl("countedCalloc")
public func countedCalloc(_ count: Int, _ size: Int) -> UnsafeMutableRawPointer? {
  Allocations.add()
  return systemCalloc(count, size)
}

/// Counts and allocates, as `realloc`.
@_cdecl("countedRealloc")
public func countedRealloc(_ memory: UnsafeMutableRawPointer?, _ size: Int) -> UnsafeMutableRawPointer? {
  Allocations.add()
  return systemRealloc(memory, size)
}

/// Counts and allocates, as `aligned_alloc`.
@_cdecl("countedAlignedAlloc")
public func countedAlignedAlloc(_ alignment: Int, _ size: Int) -> UnsafeMutableRawPointer? {
  Allocations.add()
  return systemMemalign(alignment, size)
}

/// Counts and allocates, as `posix_memalign`.
@_cdecl("countedPosixMemalign")
public func countedPosixMemalign(
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
) -> Int32 {
  Allocations.add()
  result.pointee = systemMemalign(alignment, size)
  // ENOMEM
  return result.pointee == nil ? 12 : 0
}
#endif
