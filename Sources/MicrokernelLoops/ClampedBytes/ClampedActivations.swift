#if FOR_X86_64 && arch(x86_64)
/// uint8 tensors.
enum ClampedUInt8Activations: ClampedActivations {
  @inline(__always) static var offset: Int32 { 0 }
}

/// int8 tensors: flipping their top bit adds 128 to each.
enum ClampedInt8Activations: ClampedActivations {
  @inline(__always) static var offset: Int32 { 128 }
}

/// Rows are what the tensor holds, in place where they can be: `ClampedRows` makes of them what tiles take.
protocol ClampedActivations: ActivationFormat where Dot == ClampedBytes {}

extension ClampedActivations {
  @inline(__always) static var elementSize: Int { 1 }
  @inline(__always) static var isWordFormat: Bool { true }

  @inline(__always)
  static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    copyBytes(count, from: source, to: target)
  }

  @inline(__always)
  static func fill(_ count: Int, zeroPoint: Int32, to target: UnsafeMutableRawPointer) {
    fillBytes(count, with: UInt8(truncatingIfNeeded: zeroPoint), to: target)
  }
}
#endif
