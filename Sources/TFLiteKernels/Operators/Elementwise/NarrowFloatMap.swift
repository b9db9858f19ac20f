import TFLiteSchema

/// An operator on 16-bit floating-point numbers that computes each element from the one in the same place, in float32.
struct NarrowFloatMap<Element: NarrowFloat>: ElementwiseOperator {
  var outputShape: [Int]
  let function: @Sendable (Float) -> Float

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) {
    let (input, output) = (call.input(0, as: Element.self), call.output(0, as: Element.self))
    call.forEachPart(of: 0..<outputShape.wrappingProduct, stepsPerElement: 16) { part in
      for index in part { output[index] = Element(function(input[index].value)) }
    }
  }
}

extension OperatorContext {
  /// Prepares an operator with one input of 16-bit floating-point numbers and an output of the same type and shape.
  func narrowFloatMap(_ function: @escaping @Sendable (Float) -> Float) throws(KernelError) -> any PreparedOperator {
    let input = try input(0)
    try require(output(0), sameTypeAs: input)
    return input.type == .float16
      ? NarrowFloatMap<HalfBits>(outputShape: input.shape, function: function)
      : NarrowFloatMap<BrainBits>(outputShape: input.shape, function: function)
  }
}
