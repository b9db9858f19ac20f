import Foundation

/// What the system says of this process.
enum ProcessMemory {
  /// The most bytes of memory that it has had at one time; 0 where the system does not tell.
  static var peakByteCount: Int {
    #if os(Linux)
    // Not getrusage, whose figure begins with what the parent had when it started this program.
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = Int(line.filter(\.isNumber))
    else { return 0 }
    return kilobytes * 1024
    #else
    var usage = rusage()
    guard getrusage(RUSAGE_SELF, &usage) == 0 else { return 0 }
    return Int(usage.ru_maxrss)
    #endif
  }
}
