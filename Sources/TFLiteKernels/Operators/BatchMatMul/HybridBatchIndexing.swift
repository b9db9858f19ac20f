import TFLiteSchema

/// How the C library's kernel walks over the matrices of BATCH_MATMUL with int8 weights.
///
/// It numbers quantized rows by the *sum* of a matrix's indices along its dimensions, not by its position, so that with
/// several dimensions of matrices rows are scaled by the scale of others. Results are equal only if this is followed.
/// Matrices of activations that meet one matrix of weights are joined first, as the kernel does.
struct HybridBatchIndexing: Equatable, Sendable {
  /// Five dimensions each, the last two those of the matrices.
  private let left: [Int]
  private let right: [Int]
  let leftRowCount: Int
  let leftElementCount: Int

  init(left: [Int], right: [Int], _ options: BatchMatMulOptions) {
    var (leftShape, rightShape) = (left, right)
    if !options.adjX, left.count > 2, right.count > 2, right[right.count - 3] == 1 {
      let joined = left[left.count - 3] * left[left.count - 2]
      leftShape = left.dropLast(3) + [joined, left[left.count - 1]]
      rightShape = right.dropLast(3) + right.suffix(2)
    }
    func extended(_ shape: [Int], isTransposed: Bool) -> [Int] {
      let matrix = isTransposed ? [shape[shape.count - 1], shape[shape.count - 2]] : Array(shape.suffix(2))
      return Array(repeating: 1, count: 5 - shape.count) + shape.dropLast(2) + matrix
    }
    self.left = extended(leftShape, isTransposed: options.adjX)
    self.right = extended(rightShape, isTransposed: options.adjY)
    leftElementCount = left.reduce(1, *)
    leftRowCount = self.left[..<4].reduce(1, *)
  }

  /// One product of matrices: which ones, and from where the kernel takes row scales and column sums.
  struct Step {
    let output: Int
    let leftMatrix: Int
    let rightMatrix: Int
    /// The row of activations whose scale the first row gets.
    let firstScale: Int
    /// The matrix of weights whose column sums are used.
    let sumsMatrix: Int
  }

  var rows: Int { left[3] }

  /// Calls `body` with one product after the other, until it gives false.
  func forEachStep(_ body: (Step) -> Bool) {
    var output = 0
    for a in 0..<max(left[0], right[0]) {
      for b in 0..<max(left[1], right[1]) {
        for c in 0..<max(left[2], right[2]) {
          let leftIndex = [left[0] == 1 ? 0 : a, left[1] == 1 ? 0 : b, left[2] == 1 ? 0 : c]
          let rightIndex = [right[0] == 1 ? 0 : a, right[1] == 1 ? 0 : b, right[2] == 1 ? 0 : c]
          let step = Step(
            output: output, leftMatrix: (leftIndex[0] * left[1] + leftIndex[1]) * left[2] + leftIndex[2],
            rightMatrix: (rightIndex[0] * right[1] + rightIndex[1]) * right[2] + rightIndex[2],
            firstScale: leftIndex.reduce(0, +) * left[3], sumsMatrix: rightIndex.reduce(0, +))
          guard body(step) else { return }
          output += 1
        }
      }
    }
  }
}
