import TFLiteMicrokernels

/// A table that microkernels look bytes up in.
public struct VectorLookupTable: Sendable {
  let kernels: any TableMicrokernels.Type
  private let table: PackedBlock

  init(_ kernels: any TableMicrokernels.Type, _ entries: [UInt8]) {
    self.kernels = kernels
    table = PackedBlock(byteCount: entries.count) { memory in
      entries.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress.unsafelyUnwrapped, byteCount: $0.count) }
    }
  }

  /// Replaces each byte by its entry; `input` has over-read padding.
  func apply(from input: UnsafeRawPointer, to output: UnsafeMutableRawPointer, count: Int) {
    kernels.lookUp(table.address, input: input, output: output, count: count)
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
