#if FOR_X86_64 && arch(x86_64)
/// What tiles must know of the rows that they are given.
struct Clamping {
  /// Whether the products of two words may be added before they are widened.
  var addsPairs = true
  /// How much less than they were activations are, with the sum of a column's weights in each lane; nil where that is 0.
  var lowest: Int32 = 0
  var laneSums: UnsafePointer<Int32Vector>?
  /// A bit for each word of two rows that has been clamped in one of both, `chunks` times 32 for each two; nil where none has.
  var masks: UnsafePointer<UInt32>?
  var chunks = 0
  /// Where that lies which was above the window of activations, in bytes from the rows; and what was below it.
  var above = 0
  var below: Int?
  /// The sums of all products, a vector for each of each row's, where they have been made already.
  var sums: UnsafePointer<Int32Vector>?
}
#endif
