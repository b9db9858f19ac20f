#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Numbers in a file that this process and the one that watches it have both mapped. They survive a crash.
struct Progress {
  enum Entry: Int, CaseIterable {
    /// The mutant that is being tried; -1 before the first.
    case current
    case tried
    case loaded
    case prepared
    case ran
  }

  private let numbers: UnsafeMutablePointer<Int64>

  init?(path: String) {
    let byteCount = Entry.allCases.count * MemoryLayout<Int64>.size
    let descriptor = open(path, O_RDWR)
    guard descriptor >= 0, ftruncate(descriptor, off_t(byteCount)) == 0 else { return nil }
    defer { close(descriptor) }
    guard let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { return nil }
    numbers = start.assumingMemoryBound(to: Int64.self)
  }

  func set(_ entry: Entry, _ value: Int) { numbers[entry.rawValue] = Int64(value) }

  func count(_ entry: Entry) { numbers[entry.rawValue] += 1 }
}
