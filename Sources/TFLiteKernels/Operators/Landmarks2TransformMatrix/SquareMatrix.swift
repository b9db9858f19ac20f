/// A matrix of float32, row by row.
struct SquareMatrix {
  let size: Int
  private(set) var elements: [Float]

  init(_ rows: [Float]...) { (size, elements) = (rows.count, rows.flatMap(\.self)) }

  subscript(row: Int, column: Int) -> Float { elements[row * size + column] }

  /// The sums begin with 0, and have their products in the order of columns.
  static func * (left: SquareMatrix, right: SquareMatrix) -> SquareMatrix {
    var product = left
    for row in 0..<left.size {
      for column in 0..<left.size {
        var sum: Float = 0
        for index in 0..<left.size { sum += left[row, index] * right[index, column] }
        product.elements[row * left.size + column] = sum
      }
    }
    return product
  }

  static func * (left: SquareMatrix, right: [Float]) -> [Float] {
    (0..<left.size).map { row in
      var sum: Float = 0
      for index in 0..<left.size { sum += left[row, index] * right[index] }
      return sum
    }
  }
}
