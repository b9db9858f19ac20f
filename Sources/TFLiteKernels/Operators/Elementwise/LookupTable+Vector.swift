import TFLiteMicrokernels

/// A table that microkernels look bytes up in.
public struct VectorLookupTable: Sendable {
  let kernels: any TableMicrokernels.Type
  private let table: PackedBlock
  /// The bits in which each byte differs from its entry, where these are always the same: none, or the first one where uint8
  /// becomes int8.
  private let flippedBits: UInt8?

  init(_ kernels: any TableMicrokernels.Type, _ entries: [UInt8]) {
    self.kernels = kernels
    table = PackedBlock(byteCount: entries.count) { memory in
      entries.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count) }
    }
    let bits = entries[0]
    flippedBits = entries.indices.allSatisfy { entries[$0] == UInt8($0) ^ bits } ? bits : nil
  }

  /// Replaces each byte by its entry; `input` has over-read padding.
  func apply(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, count: Int) {
    if let flippedBits {
      flip(flippedBits, from: input, to: output, count: count)
    } else {
      kernels.lookUp(table.address, input: input, output: output, count: count)
    }
  }

  private func flip(
    _ bits: UInt8, from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, count: Int
  ) {
    let words = UInt64(bits) &* 0x0101_0101_0101_0101
    var i = 0
    while i &+ 8 <= count {
      output.storeBytes(
        of: input.loadUnaligned(fromByteOffset: i, as: UInt64.self) ^ words, toByteOffset: i, as: UInt64.self)
      i &+= 8
    }
    while i < count {
      output.storeBytes(of: input.load(fromByteOffset: i, as: UInt8.self) ^ bits, toByteOffset: i, as: UInt8.self)
      i &+= 1
    }
  }

  /// The same with the work shared by threads where it is worth it.
  func apply(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, count: Int, workers: any Workers) {
    workers.forEachRange(of: count, minimumCount: 1 << 13) { part in
      apply(from: input + part.lowerBound, to: output + part.lowerBound, count: part.count)
    }
  }
}

extension VectorLookupTable: PostOperation {
  /// Looks results up.
  public func apply(_ call: OperatorCall, to results: UnsafeMutableRawPointer, bytes: Range<Int>) {
    apply(from: results + bytes.lowerBound, to: results + bytes.lowerBound, count: bytes.count)
  }
}
