import TFLiteSchema

/// STABLEHLO_PAD: a border around a tensor and gaps between its elements, filled with a value; a negative border cuts
/// elements off.
///
/// Inputs: a tensor of 1 to 8 dimensions and any type; the value, one element of its type. Output: of that type. A
/// dimension that would have less than one element makes the output one without elements, of size 0 along all
/// dimensions.
///
/// Source: `tflite/kernels/stablehlo_pad.cc`.
enum StablehloPadOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let (input, value) = (try context.input(0), try context.input(1))
    try context.require(context.output(0), sameTypeAs: input)
    try context.require(value, sameTypeAs: input)
    try context.requireOneElement(value)
    try context.require(input, rank: 1...8)
    let elementSize = try context.elementSize(of: input)
    let axes = try paddings(context, input)
    let isEmpty = axes.contains { $0.placeCount <= 0 }
    return FilledCopy(
      outputShape: axes.map { isEmpty ? 0 : $0.placeCount }, elementSize: elementSize,
      filling: .element(ofInput: 1),
      copy: isEmpty
        ? StridedCopy([.init(count: 0, sourceStride: 0, targetStride: 0)], elementSize: elementSize)
        : StridedCopy(padding: axes, elementSize: elementSize))
  }

  private static func paddings(
    _ context: OperatorContext, _ input: TensorDescriptor
  ) throws(KernelError) -> [PaddedAxis] {
    let options = try context.options(StablehloPadOptions.self)
    let (low, high, interior) = (options.edgePaddingLow, options.edgePaddingHigh, options.interiorPadding)
    for (name, values) in [
      ("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior),
    ] where values.count != input.rank || values.contains(where: { abs(Double($0)) >= 0x1p31 }) {
      throw .option(
        context.identity, name: name, found: "\(values)",
        expected: "\(input.rank) numbers, one for each dimension, that fit 32 bits")
    }
    guard interior.allSatisfy({ $0 >= 0 }) else {
      throw .option(context.identity, name: "interior_padding", found: "\(interior)", expected: "0 or more")
    }
    return input.shape.indices.map { axis in
      PaddedAxis(
        size: input.shape[axis], step: Int(interior[axis]) + 1, before: Int(low[axis]),
        behind: Int(high[axis]))
    }
  }
}
