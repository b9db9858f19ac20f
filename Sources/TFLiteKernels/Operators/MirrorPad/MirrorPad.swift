import TFLiteSchema

/// MIRROR_PAD as copies of pieces.
struct MirrorPad: TotalOperator {
  let outputShape: [Int]
  let copy: PiecewiseCopy

  var outputShapes: [[Int]] { [outputShape] }
  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) {
    guard !outputShape.contains(0) else { return }
    copy.run(from: call.inputBytes(0), to: call.outputBytes(0), workers: call.workers)
  }
}

/// MIRROR_PAD: a border around a tensor that mirrors it, with its first and last elements (SYMMETRIC) or without them
/// (REFLECT).
///
/// Inputs: a tensor; its paddings [rank, 2] (before, behind), int32, int64, int16 or int8. Output: the tensor with its
/// border, with the same scale and zero point.
///
/// Source: `tflite/kernels/mirror_pad.cc`.
enum MirrorPadOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, output, table) = (try context.input(0), context.output(0), try context.input(1))
    try context.require(output, sameTypeAs: input)
    try context.require(output, sameMeaningAs: input)
    let elementSize = try context.elementSize(of: input)
    // Reflected, the element at the edge appears once.
    let skipped = try context.options(MirrorPadOptions.self).mode == .reflect ? 1 : 0
    let paddings = try context.paddings(table, of: input)
    for (axis, padding) in paddings.enumerated() {
      let most = max(0, input.shape[axis] - skipped)
      guard padding.before <= most, padding.behind <= most else {
        throw KernelError.value(
          context.identity, table.identity,
          "pads dimension \(axis) by \(padding), expected at most \(most), which \(input.identity) has to mirror")
      }
    }
    let shape = zip(input.shape, paddings).map { $0 + $1.before + $1.behind }
    let strides = zip(input.shape.rowMajorStrides, shape.rowMajorStrides).map { ($0 &* elementSize, $1 &* elementSize) }
    return MirrorPad(
      outputShape: shape,
      copy: PiecewiseCopy(
        dimensions: input.shape.indices.map { axis in
          let pieces = pieces(
            size: input.shape[axis], paddings[axis], skipped: skipped, sourceStride: strides[axis].0,
            targetStride: strides[axis].1)
          return PiecewiseCopy.Dimension(pieceCount: pieces.count) { pieces[$0] }
        },
        elementSize: elementSize))
  }

  /// The mirrored border before a dimension, the dimension, and the mirrored border behind it.
  private static func pieces(
    size: Int, _ padding: (before: Int, behind: Int), skipped: Int, sourceStride: Int, targetStride: Int
  ) -> [PiecewiseCopy.Piece] {
    func piece(_ count: Int, from source: Int, step: Int, to target: Int) -> PiecewiseCopy.Piece {
      PiecewiseCopy.Piece(
        count: count, sourceOffset: source &* sourceStride, sourceStride: step &* sourceStride,
        targetOffset: target &* targetStride, targetStride: targetStride)
    }
    let pieces = [
      piece(padding.before, from: padding.before - 1 + skipped, step: -1, to: 0),
      piece(size, from: 0, step: 1, to: padding.before),
      piece(padding.behind, from: size - 1 - skipped, step: -1, to: padding.before + size),
    ]
    return pieces.filter { $0.count > 0 }
  }
}
