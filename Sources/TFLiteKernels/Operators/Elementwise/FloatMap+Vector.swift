import TFLiteMicrokernels

/// A function of float32 elements by a microkernel.
struct VectorFloatMap: Sendable {
  /// Writes the results of so many elements. The output may be the input.
  typealias Function =
    @Sendable (_ input: UnsafeRawPointer, _ output: UnsafeMutableRawPointer, _ count: Int) -> Void

  let function: Function

  func run(_ call: OperatorCall, count: Int) {
    let (input, output) = (call.inputBytes(0), call.outputBytes(0))
    call.workers.forEachRange(of: count, minimumCount: 1 << 12) { part in
      function(input + 4 * part.lowerBound, output + 4 * part.lowerBound, part.count)
    }
  }
}

extension VectorFloatMap: PostOperation {
  func apply(_ call: OperatorCall, to results: UnsafeMutableRawPointer, bytes: Range<Int>) {
    function(results + bytes.lowerBound, results + bytes.lowerBound, bytes.count / 4)
  }
}

extension FloatMap {
  func postOperation(on input: Int, inputsAt positions: [Int], channels: Int) -> (any PostOperation)? { vector }
}

extension FloatMap {
  var gating: (any PreparedOperator)? {
    guard let gate else { return nil }
    var map = self
    (map.vector, map.gate) = (gate, nil)
    return map
  }
}

extension OperatorContext {
  /// Prepares an operator with one float32 input and an output of the same type and shape, for whose function there are
  /// microkernels.
  @inline(__always)
  func floatMap(
    _ function: @escaping @Sendable (Float) -> Float,
    vector: (any ElementaryMicrokernels.Type) -> VectorFloatMap.Function
  ) throws(KernelError) -> FloatMap {
    var map = try floatMap(function)
    map.vector = microkernelsForActivation.map { VectorFloatMap(function: vector($0.elementary)) }
    return map
  }

  /// The same for an operator whose result may be a factor of its input; there are microkernels for the product, too.
  @inline(__always)
  func floatGate(
    _ function: @escaping @Sendable (Float) -> Float,
    vector: (any ElementaryMicrokernels.Type) -> VectorFloatMap.Function,
    gate: (any ElementaryMicrokernels.Type) -> VectorFloatMap.Function
  ) throws(KernelError) -> FloatMap {
    var map = try floatMap(function, vector: vector)
    map.gate = microkernelsForActivation.map { VectorFloatMap(function: gate($0.elementary)) }
    return map
  }
}
