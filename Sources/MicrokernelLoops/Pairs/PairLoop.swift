#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// Which elements of two arrays belong together: `rows` rows of `count` pairs.
  ///
  /// Steps are in elements, from one pair to the next and from one row to the next. A step within a row is 1, or 0 where
  /// one element serves the whole row. The results lie row behind row without a gap.
  public typealias PairedRows = (
    rows: Int, count: Int, leftStep: Int, rightStep: Int, leftRowStep: Int, rightRowStep: Int
  )
}

/// Two bytes in, one byte out, independently for each element.
protocol PairOperation {
  /// The result for one vector of elements, before clamping. Elements and results are unsigned; zero points are, too.
  func callAsFunction(_ left: Int32Vector, _ right: Int32Vector) -> Int32Vector
}

/// The loop around an operation on pairs of bytes.
struct PairLoop<Operation: PairOperation> {
  let operation: Operation
  let range: ByteRange

  /// - Parameters:
  ///   - left, right: readable for 64 bytes past the last element.
  ///   - output: may be an input whose elements are the same.
  @inline(__always)
  func run(
    left: UnsafeRawPointer, right: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    rows: EntryPoints.PairedRows
  ) {
    let lanes = ByteVector.scalarCount
    withUnsafeTemporaryAllocation(byteCount: 384, alignment: 16) { buffer in
      var (right, period, rows) = (right, Int.max, rows)
      if repeatsShortRows(rows) {
        // One long row, all of whose vectors are whole.
        let repeated = buffer.baseAddress.unsafelyUnwrapped
        period = (lanes &+ rows.count &- 1) / rows.count &* rows.count
        for i in 0..<period &+ lanes {
          repeated.storeBytes(
            of: right.load(fromByteOffset: i % rows.count, as: UInt8.self), toByteOffset: i, as: UInt8.self)
        }
        right = UnsafeRawPointer(repeated)
        rows = (
          rows: 1, count: rows.rows &* rows.count, leftStep: 1, rightStep: 1, leftRowStep: 0, rightRowStep: 0
        )
      }
      run(left: left, right: right, period: period, output: output, rows: rows)
    }
  }

  /// Longer rows have few vectors that are not whole. They would need more memory, too: once more, and two vectors.
  private static var longestRepeated: Int { 256 }

  /// Whether each of many rows meets the same right operands, and leaves a vector that is not whole.
  @inline(__always)
  private func repeatsShortRows(_ rows: EntryPoints.PairedRows) -> Bool {
    rows.rows > 8 && rows.rightRowStep == 0 && rows.rightStep == 1 && rows.leftStep == 1
      && rows.leftRowStep == rows.count && rows.count < Self.longestRepeated
      && rows.count % ByteVector.scalarCount != 0
  }

  /// - Parameter period: after how many elements the right operands of a row come again.
  @inline(__always)
  private func run(
    left: UnsafeRawPointer, right: UnsafeRawPointer, period: Int, output: UnsafeMutableRawPointer,
    rows: EntryPoints.PairedRows
  ) {
    let conversion = ByteConversion(range)
    for row in 0..<rows.rows {
      let (left, right) = (left + row &* rows.leftRowStep, right + row &* rows.rightRowStep)
      let output = output + row &* rows.count
      let leftByte = ByteVector(repeating: left.load(as: UInt8.self))
      let rightByte = ByteVector(repeating: right.load(as: UInt8.self))
      var (i, j) = (0, 0)
      while i < rows.count {
        let a = rows.leftStep == 0 ? leftByte : left.loadUnaligned(fromByteOffset: i, as: ByteVector.self)
        let b = rows.rightStep == 0 ? rightByte : right.loadUnaligned(fromByteOffset: j, as: ByteVector.self)
        let (x, y) = (conversion.integers(a), conversion.integers(b))
        var z = InlineArray<4, Int32Vector>(repeating: Int32Vector())
        for v in 0..<4 { z[unchecked: v] = operation(x[unchecked: v], y[unchecked: v]) }
        storeBytes(conversion.bytes(z), to: output + i, count: min(rows.count &- i, ByteVector.scalarCount))
        i &+= ByteVector.scalarCount
        j &+= ByteVector.scalarCount
        if j >= period { j &-= period }
      }
    }
  }
}
#endif
