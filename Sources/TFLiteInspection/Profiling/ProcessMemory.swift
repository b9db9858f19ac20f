#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system says of this process.
enum ProcessMemory {
  /// The most bytes of memory that it has had at one time.
  static var peakByteCount: Int {
    var usage = rusage()
    #if canImport(Darwin)
      guard getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
    #else
      guard getrusage(__rusage_who_t(0), &usage) == 0 else { return 0 }
    #endif
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      // Linux counts in kilobytes.
      return Int(usage.ru_maxrss) * 1024
    #endif
  }
}
