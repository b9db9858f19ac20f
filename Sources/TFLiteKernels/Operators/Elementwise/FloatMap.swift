import TFLiteSchema

/// An operator on float32 tensors that computes each element from the element in the same place.
struct FloatMap: ElementwiseOperator {
  var outputShape: [Int]
  /// Whether no other function computes the elements at the end.
  let isOfSingleElements: Bool
  /// Applies the function to a run of elements.
  private let apply: @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Range<Int>) -> Void
  /// The same by a microkernel; nil where plain loops have to do.
  var vector: VectorFloatMap?
  /// The input times the function's result by a microkernel; nil where there is none.
  var gate: VectorFloatMap?

  var outputShapes: [[Int]] { [outputShape] }
  var overwritableInputs: [Int] { vector == nil ? [] : [0] }
  var path: KernelPath { vector == nil ? .plain : .vector }

  /// An operator for a function; inlined, so that each one gets a loop of its own.
  @inline(__always)
  init(outputShape: [Int], _ function: @escaping @Sendable (Float) -> Float) {
    self.outputShape = outputShape
    isOfSingleElements = true
    apply = { input, output, range in
      for index in range { output[index] = function(input[index]) }
    }
  }

  /// An operator whose last elements, those that do not fill a group, are computed by another function: where TFLite
  /// leaves vectors of elements to one approximation and single elements to another.
  @inline(__always)
  init(
    outputShape: [Int], inGroupsOf size: Int, _ function: @escaping @Sendable (Float) -> Float,
    remainder: @escaping @Sendable (Float) -> Float
  ) {
    self.outputShape = outputShape
    isOfSingleElements = false
    let end = outputShape.reduce(1, *) / size * size
    apply = { input, output, range in
      for index in range { output[index] = index < end ? function(input[index]) : remainder(input[index]) }
    }
  }

  func run(_ call: OperatorCall) {
    if let vector { return vector.run(call, count: outputShape.reduce(1, *)) }
    let (input, output) = (call.input(0, as: Float.self), call.output(0, as: Float.self))
    call.workers.forEachRange(of: outputShape.reduce(1, *), minimumCount: 4096) { apply(input, output, $0) }
  }
}

extension OperatorContext {
  /// Prepares an operator with one float32 input and an output of the same type and shape.
  @inline(__always)
  func floatMap(_ function: @escaping @Sendable (Float) -> Float) throws(KernelError) -> FloatMap {
    let input = try input(0)
    try require(output(0), sameTypeAs: input)
    return FloatMap(outputShape: input.shape, function)
  }
}
