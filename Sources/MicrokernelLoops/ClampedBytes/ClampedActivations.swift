#if FOR_X86_64 && arch(x86_64)
// Rows are what the tensor holds, in place where they can be: `ClampedRows` makes of them what tiles take.

/// uint8 tensors.
enum ClampedUInt8Activations: ByteActivations {
  typealias Dot = ClampedBytes
}

/// int8 tensors: flipping their top bit adds 128 to each.
enum ClampedInt8Activations: ByteActivations {
  typealias Dot = ClampedBytes
  @inline(__always) static var offset: Int32 { 128 }
}
#endif
