import TFLiteSchema

/// BATCH_MATMUL: products of matrices, which are the last two dimensions of both inputs; the others are broadcast.
///
/// Inputs: [..., rows, depth] and [..., depth, columns], of 2 to 5 dimensions, each of which may be stored transposed,
/// as an option says; one type, or int8 weights as the second. Output: [..., rows, columns], of the first input's type;
/// of int8 also int32.
///
/// Source: `tflite/kernels/batch_matmul.cc`; `tflite/kernels/internal/reference/batch_matmul.h`.
enum BatchMatMulOperator: OperatorDefinition {
  static let weights: Int? = 1
  static let kernels: [KernelDeclaration] = [
    .vector(.float32),
    .plain(.float32, weights: .int8),
    .plain(.int8, .int16),
    .plain(.int16, weights: .int8),
  ]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (left, right, output) = (try context.input(0), try context.input(1), context.output(0))
    let options = try context.options(BatchMatMulOptions.self)
    let shape = try context.batchMatMulShape(left, right, options)
    try context.requireActivationType(of: Self.self)
    if left.type == .int16 { return try prepare16x8(context, shape) }
    try context.require(right, type: .float32, .int8)
    if left.type == .float32 {
      try context.require(output, type: .float32)
      if right.type == .float32 {
        return FloatBatchMatMul(shape: shape, path: context.microkernels == nil ? .plain : .vector)
      }
      try context.requireElements(left)
      try context.requireElements(right)
      return HybridBatchMatMul(
        shape: shape, scales: try context.columnScales(right, options, columns: shape.columns),
        isAsymmetric: options.asymmetricQuantizeInputs,
        indexing: HybridBatchIndexing(left: left.shape, right: right.shape, options),
        dynamicRange: context.dynamicRange)
    }
    try context.require(right, type: .int8)
    try context.require(output, type: .int8, .int32)
    if output.type == .int32 { return IntegerBatchMatMul(shape: shape) }
    return BatchMatMul(
      shape: shape, leftZeroPoint: try context.perTensorQuantization(left).zeroPoint,
      rightZeroPoint: try context.perTensorQuantization(right).zeroPoint,
      outputZeroPoint: try context.perTensorQuantization(output).zeroPoint,
      multiplier: try context.matrixProductMultiplier(left, right))
  }

  private static func prepare16x8(
    _ context: OperatorContext, _ shape: BatchMatMulShape
  ) throws(KernelError) -> any PreparedOperator {
    let (left, right, output) = (try context.input(0), try context.input(1), context.output(0))
    try context.require(right, type: .int8, .int16)
    try context.require(output, type: .int16)
    try context.requireSymmetric(left, output)
    // The C library reads the one scale that such weights do not have as 0, and computes nothing but zeros.
    let isPerChannel = right.quantization?.isPerChannel ?? false
    if !isPerChannel { try context.requireSymmetric(right) }
    let multiplier = isPerChannel ? QuantizedMultiplier(0) : try context.matrixProductMultiplier(left, right)
    return right.type == .int8
      ? BatchMatMul16x8<Int8>(shape: shape, multiplier: multiplier)
      : BatchMatMul16x8<Int16>(shape: shape, multiplier: multiplier)
  }
}

/// BATCH_MATMUL in float32.
///
/// - Complexity: every run packs each matrix of the second input again, constant or not: memory for one such matrix.
struct FloatBatchMatMul: TotalOperator {
  let shape: BatchMatMulShape
  let path: KernelPath

  var outputShapes: [[Int]] { [shape.output] }

  /// The rows of one left matrix, where it is stored by columns.
  var scratchByteCount: Int { shape.left.column == 1 ? 0 : 4 * shape.rows * shape.depth }

  func run(_ call: OperatorCall) { path == .vector ? runVector(call) : runReference(call) }
}

/// BATCH_MATMUL of int8 tensors, with a requantized result.
struct BatchMatMul: TotalOperator {
  let shape: BatchMatMulShape
  let leftZeroPoint: Int32
  let rightZeroPoint: Int32
  let outputZeroPoint: Int32
  let multiplier: QuantizedMultiplier

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// BATCH_MATMUL of int8 tensors with the bare sums of products of stored values.
struct IntegerBatchMatMul: TotalOperator {
  let shape: BatchMatMulShape

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// BATCH_MATMUL of int16 tensors, or of int16 with int8, with a requantized result. All zero points are 0.
struct BatchMatMul16x8<Right: QuantizedInteger>: TotalOperator {
  let shape: BatchMatMulShape
  let multiplier: QuantizedMultiplier

  var outputShapes: [[Int]] { [shape.output] }

  func run(_ call: OperatorCall) { runReference(call) }
}

/// BATCH_MATMUL of float32 activations with int8 weights: each row of activations is quantized at run time.
struct HybridBatchMatMul: TotalOperator {
  let shape: BatchMatMulShape
  /// One for each column, or one for all.
  let scales: [Float]
  /// Whether activations get a zero point.
  let isAsymmetric: Bool
  /// How the kernel of the C library counts rows and matrices; it decides which row's scale is used.
  let indexing: HybridBatchIndexing
  let dynamicRange: DynamicRange

  var outputShapes: [[Int]] { [shape.output] }

  var scratchByteCount: Int {
    4 * indexing.leftElementCount
      + QuantizedRows.byteCount(rowCount: indexing.leftRowCount, rowLength: shape.depth)
  }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension OperatorContext {
  /// The product of the scales is rounded to float32. Source: `tflite/kernels/kernel_util.cc`,
  /// GetQuantizedConvolutionMultipler.
  fileprivate func matrixProductMultiplier(
    _ left: TensorDescriptor, _ right: TensorDescriptor
  ) throws(KernelError) -> QuantizedMultiplier {
    let product = Double(try perTensorQuantization(left).scale * perTensorQuantization(right).scale)
    return try multiplier(product / Double(try perTensorQuantization(output(0)).scale), for: output(0))
  }

  fileprivate func batchMatMulShape(
    _ left: TensorDescriptor, _ right: TensorDescriptor, _ options: BatchMatMulOptions
  ) throws(KernelError) -> BatchMatMulShape {
    try require(left, rank: 2...5)
    try require(right, rank: 2...5)
    let (leftMatrix, rightMatrix) = (Array(left.shape.suffix(2)), Array(right.shape.suffix(2)))
    let (rows, depth) = options.adjX ? (leftMatrix[1], leftMatrix[0]) : (leftMatrix[0], leftMatrix[1])
    let (rightDepth, columns) = options.adjY ? (rightMatrix[1], rightMatrix[0]) : (rightMatrix[0], rightMatrix[1])
    guard rightDepth == depth else {
      throw .shape(
        identity, right.identity, found: right.shape,
        expected: "matrices with \(depth) \(options.adjY ? "columns" : "rows"), as many as \(left.identity) needs")
    }
    let matrices = try broadcast(left.dropping(lastDimensions: 2), right.dropping(lastDimensions: 2))
    return BatchMatMulShape(
      output: matrices.outputShape + [rows, columns], rows: rows, columns: columns, depth: depth,
      left: MatrixStrides(rows: rows, columns: depth, isTransposed: options.adjX),
      right: MatrixStrides(rows: depth, columns: columns, isTransposed: options.adjY), matrices: matrices)
  }

  /// The scales of int8 weights: one, or one for each column of every matrix.
  fileprivate func columnScales(
    _ weights: TensorDescriptor, _ options: BatchMatMulOptions, columns: Int
  ) throws(KernelError) -> [Float] {
    guard let quantization = weights.quantization, !quantization.scale.isEmpty else {
      throw .quantization(identity, weights.identity, expected: "a scale")
    }
    let axis = weights.rank - (options.adjY ? 2 : 1)
    guard quantization.scale.count == 1 || quantization.scale.count == columns else {
      throw .quantization(
        identity, weights.identity,
        expected: "1 or \(columns) scales, one for each column; found \(quantization.scale.count)")
    }
    guard quantization.scale.count == 1 || Int(quantization.quantizedDimension) == axis else {
      throw .quantization(
        identity, weights.identity, expected: "quantized dimension \(axis), found \(quantization.quantizedDimension)")
    }
    return quantization.scale
  }
}

extension TensorDescriptor {
  fileprivate func dropping(lastDimensions count: Int) -> TensorDescriptor {
    TensorDescriptor(identity: identity, type: type, shape: shape.dropLast(count), quantization: quantization)
  }
}
