#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Column parameters: scale, -1, offset of sums of 0 and more, offset of negative sums.
extension FloatScales {
  /// What the second parameter of a column is, which no shift is.
  @inline(__always) static var mark: Int32 { -1 }

  /// Nil where a vector of columns is scaled by integers.
  @inline(__always) init?(_ column: ColumnParameters) {
    let second = column.address.load(fromByteOffset: 2 &* MemoryLayout<Int32Vector>.size, as: Int32.self)
    guard second == Self.mark else { return nil }
    scale = cast(column.first, to: FloatVector.self)
    offset = cast(column.third, to: FloatVector.self)
    negativeOffset = cast(column.fourth, to: FloatVector.self)
  }

  @inline(__always) func store(to parameters: UnsafeMutableRawPointer) {
    let size = MemoryLayout<Int32Vector>.size
    parameters.storeBytes(of: scale, toByteOffset: size, as: FloatVector.self)
    parameters.storeBytes(of: Int32Vector(repeating: Self.mark), toByteOffset: 2 &* size, as: Int32Vector.self)
    parameters.storeBytes(of: offset, toByteOffset: 3 &* size, as: FloatVector.self)
    parameters.storeBytes(of: negativeOffset, toByteOffset: 4 &* size, as: FloatVector.self)
  }
}
#endif
