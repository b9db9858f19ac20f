// What the C library of Apple's systems calls differently than that of Linux.
@_exported import Glibc

extension stat {
  // https://developer.apple.com/documentation/kernel/stat
  public var st_mtimespec: timespec { st_mtim }
}

// https://developer.apple.com/documentation/kernel/1387446-sysctlbyname
public func sysctlbyname(
  _ name: UnsafePointer<CChar>, _ old: UnsafeMutableRawPointer?, _ oldSize: UnsafeMutablePointer<Int>?,
  _ new: UnsafeMutableRawPointer?, _ newSize: Int
) -> Int32 { fatalError() }
