/// The sum of products of 8-bit values, shifted by a zero point, and 8-bit weights.
@inline(__always)
func dotProduct(
  _ values: UnsafePointer<Int8>, zeroPoint: Int32, _ weights: UnsafePointer<Int8>, count: Int
) -> Int32 {
  var sum: Int32 = 0
  for index in 0..<count {
    sum &+= (Int32(values[index]) &- zeroPoint) &* Int32(weights[index])
  }
  return sum
}
