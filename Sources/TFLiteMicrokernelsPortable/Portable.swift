// What every processor of an architecture has (SSE2, NEON): vectors of 128 bits. `Portable+<its name>.swift` has what an
// architecture does in its own way. The folders beside this file are linked: see Sources/MicrokernelLoops/README.md.

/// The public entry points of this module: what every processor of the architecture runs.
public enum Portable {
  /// A product takes one row of activations at a time.
  @inline(__always) static var pairsRows: Bool { false }

  /// Requantization by floats needs a fused multiplication, which SSE2 lacks; for NEON it has not been measured.
  @inline(__always) static var scalesByFloats: Bool { false }
  @inline(__always) static var scalesClampedByFloats: Bool { false }
}

typealias EntryPoints = Portable
