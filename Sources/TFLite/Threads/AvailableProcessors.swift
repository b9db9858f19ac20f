import TFLiteCLibrary

/// The processors that this process may run on.
enum AvailableProcessors {
  /// How many there are, at least 1: those of the system, or fewer where the process is bound to some.
  static func count() -> Int {
    #if canImport(Glibc) || canImport(Musl) || canImport(Android)
    var set = ProcessorSet(repeating: 0)
    let byteCount = MemoryLayout<ProcessorSet>.size
    // Zeros at the end where the system has fewer processors; an error where it has more.
    if schedGetAffinity(0, byteCount, &set) >= 0 {
      let count = set.indices.reduce(0) { $0 + set[$1].nonzeroBitCount }
      if count > 0 { return count }
    }
    #endif
    return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }
}

#if canImport(Glibc) || canImport(Musl) || canImport(Android)
/// A bit for each processor.
private typealias ProcessorSet = InlineArray<64, UInt64>

/// The headers show this function to programs that define `_GNU_SOURCE` alone, which Swift's importer does not.
@_silgen_name("sched_getaffinity")
private func schedGetAffinity(_ process: Int32, _ byteCount: Int, _ set: UnsafeMutableRawPointer) -> Int32
#endif
