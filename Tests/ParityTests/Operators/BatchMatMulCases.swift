import TFLiteSchema

extension ParityRow {
  static let batchMatMul = [
    ParityRow("BATCH_MATMUL", "float32") { $0.batchMatMul { random, shapes in random.floatProduct(shapes) } },
    ParityRow("BATCH_MATMUL", "int8") { $0.batchMatMul { random, shapes in random.int8Product(shapes) } },
    ParityRow("BATCH_MATMUL", "int8 to int32") {
      $0.batchMatMul { random, shapes in
        var operands = random.int8Product(shapes)
        operands.output = TensorSketch(type: .int32, shape: operands.output.shape)
        return operands
      }
    },
    ParityRow("BATCH_MATMUL", "hybrid int8") { $0.hybridBatchMatMul() },
  ]
}

/// The shapes of a product of matrices.
private struct MatrixShapes {
  var left: [Int]
  var right: [Int]
  var output: [Int]
  var isLeftTransposed: Bool
  var isRightTransposed: Bool
}

private struct ProductOperands {
  var left: TensorSketch
  var right: TensorSketch
  var output: TensorSketch
}

extension SplitMix64 {
  private mutating func matrixShapes(leadingDimensions: ClosedRange<Int>) -> MatrixShapes {
    let (rows, depth, columns) = (pick(awkwardSizes), pick(awkwardSizes), pick(awkwardSizes))
    let (isLeftTransposed, isRightTransposed) = (chance(0.4), chance(0.4))
    let leading = (0..<int(leadingDimensions)).map { _ in int(1...3) }
    var (left, right) = (leading.map { chance(0.3) ? 1 : $0 }, leading.map { chance(0.3) ? 1 : $0 })
    let output = zip(left, right).map { max($0, $1) }
    if chance(0.3), !left.isEmpty, left[0] == 1 { left.removeFirst() }
    if chance(0.3), !right.isEmpty, right[0] == 1, left.count == output.count { right.removeFirst() }
    return MatrixShapes(
      left: left + (isLeftTransposed ? [depth, rows] : [rows, depth]),
      right: right + (isRightTransposed ? [columns, depth] : [depth, columns]), output: output + [rows, columns],
      isLeftTransposed: isLeftTransposed, isRightTransposed: isRightTransposed)
  }

  fileprivate mutating func batchMatMul(
    _ operands: (inout SplitMix64, MatrixShapes) -> ProductOperands
  ) -> OperatorCase {
    let shapes = matrixShapes(leadingDimensions: 0...3)
    let operands = operands(&self, shapes)
    var made = OperatorCase(
      code: .batchMatMul, version: 2,
      options: BatchMatMulOptions {
        $0.adjX = shapes.isLeftTransposed
        $0.adjY = shapes.isRightTransposed
      }, inputs: [operands.left, operands.right], outputs: [operands.output])
    if chance(0.04), var right = made.inputs[1] {  // Another depth.
      right.shape[right.shape.count - (shapes.isRightTransposed ? 1 : 2)] += 1
      right.bytes = [UInt8](repeating: 0, count: right.elementCount * (right.type == .float32 ? 4 : 1))
      made.inputs[1] = right
    }
    return made
  }

  fileprivate mutating func floatProduct(_ shapes: MatrixShapes) -> ProductOperands {
    ProductOperands(
      left: floatOperand(shapes.left), right: floatOperand(shapes.right, isConstant: chance(0.5)),
      output: .float(shapes.output))
  }

  fileprivate mutating func int8Product(_ shapes: MatrixShapes) -> ProductOperands {
    let left = operand(.int8, shapes.left, scales: 0.01...0.1)
    var right = operand(.int8, shapes.right, scales: 0.01...0.1)
    right.isConstant = chance(0.5)
    let depth = Float(shapes.isLeftTransposed ? shapes.left[shapes.left.count - 2] : shapes.left[shapes.left.count - 1])
    let (a, b) = (Spread(of: left, kind: .int8), Spread(of: right, kind: .int8))
    let deviation =
      (depth * (a.mean * a.mean + a.deviation * a.deviation) * (b.mean * b.mean + b.deviation * b.deviation))
      .squareRoot()
    let output = outputAffine(.int8, spread: Spread(mean: depth * a.mean * b.mean, deviation: deviation))
    return ProductOperands(left: left, right: right, output: .quantized(.int8, shapes.output, output))
  }

  /// The C library reads beyond its column sums where weights have three dimensions of matrices and inputs a zero
  /// point.
  fileprivate mutating func hybridBatchMatMul() -> OperatorCase {
    let isAsymmetric = chance(0.5)
    let shapes = matrixShapes(leadingDimensions: isAsymmetric ? 0...2 : 0...3)
    let columns = shapes.output[shapes.output.count - 1]
    let isPerChannel = chance(0.4) && columns > 1
    let axis = shapes.right.count - (shapes.isRightTransposed ? 2 : 1)
    return OperatorCase(
      code: .batchMatMul, version: 3,
      options: BatchMatMulOptions {
        $0.adjX = shapes.isLeftTransposed
        $0.adjY = shapes.isRightTransposed
        $0.asymmetricQuantizeInputs = isAsymmetric
      },
      inputs: [
        floatOperand(shapes.left, deviation: 2),
        hybridWeights(shapes.right, channelDimension: isPerChannel ? axis : nil),
      ], outputs: [.float(shapes.output)])
  }
}
