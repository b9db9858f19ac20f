import TFLiteFlatBuffers
import TFLiteSchema

/// How much an operator computes, as far as the shapes of its operands tell.
package enum OperatorWork {
  /// Steps of work: the multiplications, comparisons and the like that the operator's definition asks for, and the bytes
  /// of its operands. An estimate, to tell work of hours from work of seconds.
  ///
  /// What a called subgraph computes is counted when it runs.
  package static func steps(
    _ code: OperatorCode, _ options: (any OperatorOptions)?, customOptions: ByteSlice = [],
    inputs: [TensorDescriptor?], outputs: [TensorDescriptor]
  ) -> Int {
    let shapes = inputs.map { $0?.shape }
    let products = multiplyAccumulates(code, options, inputs: shapes, outputs: outputs.map(\.shape))
    let others =
      code.builtinCode == .custom
      ? customSteps(code.customCode, customOptions, inputs: shapes, outputs: outputs.map(\.shape))
      : otherSteps(code, options, inputs: inputs, outputs: outputs.map(\.shape))
    let bytes = (inputs + outputs).reduce(0) { sum($0, $1.flatMap { $0.type.byteCount(shape: $0.shape) } ?? 0) }
    return sum(sum(products, others), bytes)
  }

  /// The multiplications with addition that an operator's definition asks for; 0 for operators whose work is something
  /// else. Additions of a bias and activations do not count.
  ///
  /// - Parameters:
  ///   - code: what the operator computes.
  ///   - options: its options.
  ///   - inputs: the shapes of its inputs; nil for omitted ones.
  ///   - outputs: the shapes of its outputs.
  package static func multiplyAccumulates(
    _ code: OperatorCode, _ options: (any OperatorOptions)?, inputs: [[Int]?], outputs: [[Int]]
  ) -> Int {
    func input(_ index: Int, rank: Int) -> [Int]? {
      guard inputs.indices.contains(index), let shape = inputs[index], shape.count == rank else { return nil }
      return shape
    }
    guard let output = outputs.first else { return 0 }
    switch code.builtinCode {
    case .conv2D:
      // Filter: output channels, height, width, input channels of a group.
      guard let filter = input(1, rank: 4) else { return 0 }
      return product(output + filter[1...])
    case .depthwiseConv2D:
      guard let filter = input(1, rank: 4) else { return 0 }
      return product(output + filter[1...2])
    case .transposeConv:
      // Each element of the input is spread over a window of the output.
      guard let filter = input(1, rank: 4), let data = input(2, rank: 4) else { return 0 }
      return product(data + filter[..<3])
    case .custom where code.customCode == "Convolution2DTransposeBias":
      guard let filter = input(1, rank: 4), let data = input(0, rank: 4) else { return 0 }
      return product(data + filter[..<3])
    case .conv3D:
      // Filter: depth, height, width, input channels, output channels.
      guard let filter = input(1, rank: 5) else { return 0 }
      return product(output + filter[..<4])
    case .conv3DTranspose:
      // Filter: depth, height, width, output channels, input channels.
      guard let filter = input(1, rank: 5), let data = input(2, rank: 5) else { return 0 }
      return product(data + filter[..<4])
    case .fullyConnected:
      guard let weights = input(1, rank: 2) else { return 0 }
      return product(output + weights[1...])
    case .batchMatMul:
      guard let left = inputs.first, let left, left.count >= 2 else { return 0 }
      let isTransposed = (options as? BatchMatMulOptions)?.adjX ?? false
      return product(output + [left[left.count - (isTransposed ? 2 : 1)]])
    default:
      return 0
    }
  }

  /// The steps of operators that look at an element more than once without multiplying matrices.
  private static func otherSteps(
    _ code: OperatorCode, _ options: (any OperatorOptions)?, inputs: [TensorDescriptor?], outputs: [[Int]]
  ) -> Int {
    func tensor(_ index: Int) -> TensorDescriptor? { inputs.indices.contains(index) ? inputs[index] : nil }
    func input(_ index: Int) -> [Int] { tensor(index)?.shape ?? [] }
    guard let output = outputs.first else { return 0 }
    switch code.builtinCode {
    case .averagePool2D, .maxPool2D, .l2Pool2D:
      guard let window = options as? Pool2DOptions else { return 0 }
      return product(output + [Int(window.filterHeight), Int(window.filterWidth)])
    case .localResponseNormalization:
      guard let radius = (options as? LocalResponseNormalizationOptions)?.radius else { return 0 }
      return product(output + [sum(sum(Int(radius), Int(radius)), 1)])
    case .nonMaxSuppressionV4, .nonMaxSuppressionV5:
      // Each box may be compared with each that was chosen.
      return product([input(0).first ?? 0, output.first ?? 0])
    case .lstm, .unidirectionalSequenceLSTM, .bidirectionalSequenceLSTM, .rnn, .unidirectionalSequenceRNN,
      .bidirectionalSequenceRNN, .svdf:
      // All weights, for every step of every sequence; without any, the step remains.
      let steps = input(0).dropLast()
      let weights = inputs.dropFirst().reduce(0) { sum($0, $1.map { product($0.shape) } ?? 0) }
      let isTimeMajor = (options as? BidirectionalSequenceRNNOptions)?.timeMajor ?? false
      // With time first and weights of int8, a sequence is gone through as often as it has steps.
      let passes = isTimeMajor && tensor(1)?.type != .float32 ? steps.first ?? 1 : 1
      return product(steps + [passes, max(1, weights)])
    case .reduceWindow:
      // A window is no larger than what it moves over.
      return product([product(output), product(input(0))])
    case .stablehloReduceWindow:
      // The border may be larger than the tensor.
      let window = (options as? StablehloReduceWindowOptions)?.windowDimensions ?? []
      return product(output + window.map { Int(clamping: $0) })
    case .hashtableLookup:
      return product([product(input(0)), halvings(of: product(input(1)))])
    case .bucketize:
      return product([product(output), halvings(of: (options as? BucketizeOptions)?.boundaries.count ?? 0)])
    case .rfft2D, .topKV2, .multinomial, .unique:
      // A logarithm's worth of steps for each element.
      return product([64, max(product(output), product(input(0)))])
    case .softmax, .logSoftmax:
      // A power of e for each element, more than once.
      return product([32, product(output)])
    case .lshProjection:
      // Each bit hashes every row, with its seed in front of it; a function without bits is a step all the same.
      let rows = sum(tensor(1)?.byteCount ?? 0, product([16, input(1).first ?? 0]))
      return sum(product([4, input(0).first ?? 0]), product([product(input(0)), rows]))
    case .embeddingLookupSparse:
      // A row of the table for each number.
      return product(input(0) + input(4).dropFirst())
    case .sparseToDense:
      // Places in a tensor without dimensions, all of one value, take no bytes.
      return input(0).first ?? 0
    case .spaceToBatchND, .batchToSpaceND:
      // Each place in a block is a copy of its own; there are no more than places in an image.
      let (image, grid) = code.builtinCode == .spaceToBatchND ? (input(0), output) : (output, input(0))
      let places = (grid.first ?? 0) / max(1, image.first ?? 0)
      return product([stepsOfCopy, min(places, product(Array(image.dropFirst().prefix(input(1).first ?? 0))))])
    case .mirrorPad:
      // A dimension with its border is up to three pieces, and each combination of pieces a copy of its own.
      return product([stepsOfCopy] + zip(input(0), output).map { $0 == $1 ? 1 : 3 })
    default:
      return 0
    }
  }

  /// What a copy takes however few elements it moves.
  private static var stepsOfCopy: Int { 1000 }

  /// How often a search looks at the middle of what is left of a list.
  private static func halvings(of count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount }

  /// A product that stays at the greatest number where it would go beyond.
  package static func product(_ factors: [Int]) -> Int {
    if factors.contains(0) { return 0 }
    var result = 1
    for factor in factors {
      let (product, overflow) = result.multipliedReportingOverflow(by: max(0, factor))
      if overflow { return .max }
      result = product
    }
    return result
  }

  /// A sum that stays at the greatest number where it would go beyond.
  package static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
