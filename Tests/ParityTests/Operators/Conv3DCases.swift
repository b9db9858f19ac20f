import TFLiteSchema

extension ParityRow {
  static let conv3D = [
    ParityRow("CONV_3D", "float32") { $0.conv3D() },
    ParityRow("CONV_3D_TRANSPOSE", "float32") { $0.conv3DTranspose() },
  ]
}

/// A window of three dimensions: depth, height, width.
private struct Window3D {
  var size: [Int]
  var filter: [Int]
  var strides: [Int]
  var dilations: [Int]
  var padding: Padding

  var outputSize: [Int] {
    size.indices.map { axis in
      let reach = (filter[axis] - 1) * dilations[axis] + 1
      return padding == .same
        ? (size[axis] + strides[axis] - 1) / strides[axis]
        : (size[axis] + strides[axis] - reach) / strides[axis]
    }
  }

  func options(_ activation: ActivationFunctionType) -> Conv3DOptions {
    Conv3DOptions {
      $0.padding = padding
      ($0.strideD, $0.strideH, $0.strideW) = (Int32(strides[0]), Int32(strides[1]), Int32(strides[2]))
      ($0.dilationDFactor, $0.dilationHFactor, $0.dilationWFactor) =
        (Int32(dilations[0]), Int32(dilations[1]), Int32(dilations[2]))
      $0.fusedActivationFunction = activation
    }
  }
}

extension SplitMix64 {
  /// A window that fits.
  private mutating func window3D() -> Window3D {
    while true {
      func three(_ range: ClosedRange<Int>) -> [Int] { (0..<3).map { _ in int(range) } }
      let window = Window3D(
        size: three(1...6), filter: three(1...3), strides: three(1...3),
        dilations: chance(0.3) ? three(1...2) : [1, 1, 1], padding: chance(0.5) ? .same : .valid)
      if window.outputSize.allSatisfy({ $0 > 0 }) { return window }
    }
  }

  fileprivate mutating func conv3D() -> OperatorCase {
    let window = window3D()
    let (batches, channels, results) = (int(1...2), int(1...6), int(1...9))
    let taps = window.filter.elementCount * channels
    let activation = activation()
    return OperatorCase(
      code: .conv3D, options: window.options(activation),
      inputs: [
        floatOperand([batches] + window.size + [chance(0.03) ? channels + 1 : channels], deviation: 2),
        floatOperand(
          window.filter + [channels, results], deviation: 1 / Float(taps).squareRoot(), isConstant: chance(0.8)),
        floatBias(results, deviation: 1, share: 0.7),
      ], outputs: [.float([batches] + window.outputSize + [results])], activation: activation)
  }

  fileprivate mutating func conv3DTranspose() -> OperatorCase {
    let window = window3D()
    let (batches, channels, results) = (int(1...2), int(1...6), int(1...9))
    let output = [batches] + window.size + [results]
    let activation = activation()
    let bias = floatBias(results, deviation: 1, share: 0.7)
    return OperatorCase(
      code: .conv3DTranspose, options: window.options(activation),
      inputs: [
        parameters(chance(0.03) ? output.map { $0 + 1 } : output),
        floatOperand(window.filter + [results, channels], deviation: 1, isConstant: chance(0.8)),
        floatOperand([batches] + window.outputSize + [channels], deviation: 1),
      ] + (bias == nil && chance(0.5) ? [] : [bias]),
      outputs: [.float(output)], activation: activation)
  }
}
