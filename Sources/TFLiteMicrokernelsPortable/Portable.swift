// What every processor of an architecture has (SSE2, NEON): vectors of 128 bits. `Portable+<its name>.swift` has what an
// architecture does in its own way. The folders beside this file are linked: see Sources/MicrokernelLoops/README.md.

/// The public entry points of this module: what every processor of the architecture runs.
public enum Portable {
  /// A product takes one row of activations at a time.
  @inline(__always) static var pairsRows: Bool { false }
}

typealias EntryPoints = Portable
