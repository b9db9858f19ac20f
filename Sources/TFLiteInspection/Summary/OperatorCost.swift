import TFLiteSchema

/// What an operator costs, as far as shapes tell.
enum OperatorCost {
  /// The multiplications with addition that an operator's definition asks for; 0 for operators whose work is something
  /// else. Additions of a bias and activations do not count.
  ///
  /// - Parameters:
  ///   - code: what the operator computes.
  ///   - options: its options.
  ///   - inputs: the shapes of its inputs; nil for omitted ones.
  ///   - outputs: the shapes of its outputs.
  static func multiplyAccumulates(
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
    case .conv3D:
      // Filter: depth, height, width, input channels, output channels.
      guard let filter = input(1, rank: 5) else { return 0 }
      return product(output + filter[..<4])
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

  /// A product that stays at the greatest number where it would go beyond.
  static func product(_ factors: [Int]) -> Int {
    if factors.contains(0) { return 0 }
    var result = 1
    for factor in factors {
      let (product, overflow) = result.multipliedReportingOverflow(by: factor)
      if overflow { return .max }
      result = product
    }
    return result
  }

  /// A sum that stays at the greatest number where it would go beyond.
  static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
  }
}
