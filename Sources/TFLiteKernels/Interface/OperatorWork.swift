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
      : otherSteps(code, options, inputs: shapes, outputs: outputs.map(\.shape))
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
    _ code: OperatorCode, _ options: (any OperatorOptions)?, inputs: [[Int]?], outputs: [[Int]]
  ) -> Int {
    func input(_ index: Int) -> [Int] { inputs.indices.contains(index) ? inputs[index] ?? [] : [] }
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
      // All weights, for every step of every sequence.
      let steps = input(0).dropLast()
      let weights = inputs.dropFirst().reduce(0) { sum($0, $1.map(product) ?? 0) }
      return product(steps + [weights])
    case .reduceWindow, .stablehloReduceWindow:
      // A window is no larger than what it moves over.
      return product([product(output), product(input(0))])
    case .hashtableLookup:
      // Each wanted row, each key.
      return product([product(input(0)), product(input(1))])
    case .rfft2D, .topKV2, .multinomial:
      // A logarithm's worth of steps for each element.
      return product([64, max(product(output), product(input(0)))])
    default:
      return 0
    }
  }

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
