import TFLiteKernels
import TFLiteSchema
import Testing

/// Inputs that are quantized while the model runs may be anything: infinity and what is not a number have no zero point.
@Suite struct DynamicRangeTests {
  private static let odd: [[Float]] = [
    [.infinity, -1, 2], [-.infinity, 1, 2], [.infinity, -.infinity, 0], [.nan, 1, -1], [1, .nan, .infinity],
    [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1], [.leastNonzeroMagnitude, 0, 0],
  ]

  @Test(arguments: odd, [false, true]) func surviveAnyInput(input: [Float], isAsymmetric: Bool) throws {
    let options = with(FullyConnectedOptions()) { $0.asymmetricQuantizeInputs = isAsymmetric }
    for count in [3, 16, 37] {
      let inputs: [TensorDescriptor?] = [
        .activation(0, [2, count], .float32, scale: []), .activation(1, [5, count], .int8, scale: [0.5]), nil,
      ]
      let context = OperatorContext(
        .fullyConnected, options, inputs: inputs, outputs: [.activation(3, [2, 5], .float32, scale: [])])
      // The second row is an honest one.
      let values = input + [Float](repeating: 1, count: 2 * count - 3)
      let result = try context.run(
        .fullyConnected, [stored(values), [UInt8](repeating: 1, count: 5 * count)], as: Float.self)
      #expect(result[5...].allSatisfy { abs($0 - Float(count) / 2) < 0.01 * Float(count) }, "\(result)")
    }
  }
}
