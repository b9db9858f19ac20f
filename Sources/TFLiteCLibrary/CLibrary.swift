// The C library under the name that every platform shares: `exp`, `open`, `mmap` and the like.
#if canImport(Darwin)
@_exported import Darwin
#elseif canImport(Glibc)
@_exported import Glibc
#elseif canImport(Musl)
@_exported import Musl
#elseif canImport(Android)
@_exported import Android
#else
#error("this platform's C library is not known")
#endif
