extension UnsafeMutableRawPointer {
  /// Copies `count` runs of `byteCount` bytes each. No run overlaps another one, or itself at another place.
  ///
  /// Runs are often single pixels, so short that the C library's function would spend its time on finding out how long
  /// they are.
  ///
  /// - Parameters:
  ///   - sourceStride: bytes from one run to the next, as is `targetStride`.
  func copyRuns(
    of byteCount: Int, count: Int, from source: UnsafeRawPointer, sourceStride: Int, targetStride: Int
  ) {
    func copyEach(_ copy: (_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) -> Void) {
      for run in 0..<count { copy(source + run &* sourceStride, self + run &* targetStride) }
    }
    switch byteCount {
    case 0: break
    case 1: copyEach { $1.storeBytes(of: $0.load(as: UInt8.self), as: UInt8.self) }
    case 2..<4: copyEach { $1.copyEnds(UInt16.self, from: $0, byteCount: byteCount) }
    case 4: copyEach { $1.storeBytes(of: $0.loadUnaligned(as: UInt32.self), as: UInt32.self) }
    case 5..<8: copyEach { $1.copyEnds(UInt32.self, from: $0, byteCount: byteCount) }
    case 8: copyEach { $1.storeBytes(of: $0.loadUnaligned(as: UInt64.self), as: UInt64.self) }
    case 9..<16: copyEach { $1.copyEnds(UInt64.self, from: $0, byteCount: byteCount) }
    case 16...Self.longestShortRun: copyEach { $1.copyVectors(from: $0, byteCount: byteCount) }
    default: copyEach { $1.copyMemory(from: $0, byteCount: byteCount) }
    }
  }

  /// Longer runs are worth a call of the C library's function.
  private static var longestShortRun: Int { 256 }

  /// Copies between one and two elements: the first and the last, which may overlap.
  @inline(__always)
  private func copyEnds<Element: BitwiseCopyable>(_ type: Element.Type, from source: UnsafeRawPointer, byteCount: Int) {
    let last = byteCount &- MemoryLayout<Element>.size
    let ends = (source.loadUnaligned(as: type), source.loadUnaligned(fromByteOffset: last, as: type))
    storeBytes(of: ends.0, as: type)
    storeBytes(of: ends.1, toByteOffset: last, as: type)
  }

  /// Copies at least one vector; the last may overlap the one before.
  @inline(__always)
  private func copyVectors(from source: UnsafeRawPointer, byteCount: Int) {
    let last = byteCount &- 16
    var offset = 0
    while offset < last {
      copyVector(from: source, at: offset)
      offset &+= 16
    }
    copyVector(from: source, at: last)
  }

  @inline(__always)
  private func copyVector(from source: UnsafeRawPointer, at offset: Int) {
    let vector = source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    storeBytes(of: vector, toByteOffset: offset, as: SIMD16<UInt8>.self)
  }
}
