import TFLiteSchema

/// RFFT2D of known lengths.
struct RFFT2D: TotalOperator {
  let outputShape: [Int]
  /// How many matrices there are.
  let sliceCount: Int
  let inputHeight: Int
  let inputWidth: Int
  /// The lengths of the transforms, powers of two.
  let height: Int
  let width: Int
  let tables: FourierTables

  var outputShapes: [[Int]] { [outputShape] }

  /// Doubles of a row, with the number of the highest frequency.
  var rowLength: Int { width + 2 }

  /// Doubles of a matrix, filled up for what needs 16-byte places.
  var matrixLength: Int { (height * rowLength + 1) / 2 * 2 }

  /// A matrix and a column of complex numbers.
  var scratchByteCount: Int { 8 * (matrixLength + 2 * height) }

  func run(_ call: OperatorCall) {
    guard !outputShape.contains(0) else { return }
    runReference(call)
  }
}

/// RFFT2D: the Fourier transform of matrices of real numbers, that half of it from which the other half follows.
///
/// Inputs: matrices [..., height, width], float32; the lengths of the transform [2], int32, which are powers of two:
/// matrices are cut off or filled with zeros. Output: [..., length of columns, length of rows / 2 + 1], complex64.
/// Computed in double.
///
/// Source: `tflite/kernels/rfft2d.cc`, which calls Ooura's `fftsg2d.c`.
enum RFFT2DOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, lengthTensor) = (try context.input(0), try context.input(1))
    try context.require(input, type: .float32)
    try context.require(context.output(0), type: .complex64)
    try context.require(input, rank: 2...Int(Int32.max))
    try context.require(lengthTensor, shape: [2])
    let lengths = try context.integers(lengthTensor, types: [.int32])
    guard lengths.allSatisfy({ $0 > 0 && $0 & ($0 - 1) == 0 }), lengths[0] * lengths[1] <= Int32.max else {
      throw KernelError.value(
        context.identity, lengthTensor.identity,
        "holds the lengths \(lengths), expected powers of two, with a product of at most \(Int32.max)")
    }
    let (height, width) = (lengths[0], lengths[1])
    try context.requireMemory(
      FourierTables.byteCount(length: max(height, width / 2), realLength: width) + 8 * height * width,
      for: "transforms of the lengths \(lengths)")
    let matrices = input.shape.dropLast(2)
    var watch = context.stopWatch
    return RFFT2D(
      outputShape: matrices + [height, width / 2 + 1], sliceCount: matrices.wrappingProduct,
      inputHeight: input.shape[input.rank - 2], inputWidth: input.shape[input.rank - 1], height: height, width: width,
      tables: try FourierTables(length: max(height, width / 2), realLength: width, &watch))
  }
}
