import TFLiteSchema

/// An operator on int8 values of which one input is stored in 2 or 4 bits: that is unpacked, and the operator for int8
/// does the rest.
struct UnpackingOperator: TotalOperator {
  let body: any TotalOperator
  /// Which input is unpacked.
  let position: Int
  let weights: UnpackedWeights

  var outputShapes: [[Int]] { body.outputShapes }
  var path: KernelPath { body.path }
  var scratchByteCount: Int { bodyScratchByteCount + weights.scratchByteCount }

  /// Working memory of both is aligned alike.
  private var bodyScratchByteCount: Int { (body.scratchByteCount + 63) & ~63 }

  func run(_ call: OperatorCall) {
    let values = weights.address(stored: call.inputBytes(position), scratch: call.scratch + bodyScratchByteCount, call)
    call.withInput(position, at: values) { body.run($0) }
  }
}

extension OperatorContext {
  /// Prepares an operator that takes int8 in one of its inputs, and there smaller integers as well.
  ///
  /// These have the zero point 0, as the C library's kernels have it, and are computed with as by its reference kernels
  /// under all numerics.
  ///
  /// - Parameters:
  ///   - position: which input may have them.
  ///   - types: the smaller types.
  ///   - activations: the types that the first input may have beside them; nil where it is the first input itself.
  ///   - prepare: prepares the operator for int8.
  func unpacking(
    input position: Int, of types: [TensorType], beside activations: [TensorType]? = nil,
    _ prepare: (OperatorContext) throws -> any PreparedOperator
  ) throws -> any PreparedOperator {
    guard let packed = optionalInput(position), let weights = UnpackedWeights(packed) else { return try prepare(self) }
    guard types.contains(packed.type) else {
      throw KernelError.type(
        identity, packed.identity, found: packed.type,
        expected: (types + [.int8]).map { "\($0)" }.joined(separator: " or "))
    }
    if let activations {
      try require(input(0), types: activations)
      guard packed.quantization?.zeroPoint.allSatisfy({ $0 == 0 }) ?? true else {
        throw KernelError.quantization(
          identity, packed.identity, expected: "zero point 0, as weights of type \(packed.type) must have")
      }
    }
    var unpacked = replacing(
      input: position,
      with: TensorDescriptor(
        identity: packed.identity, type: .int8, shape: packed.shape, quantization: packed.quantization,
        constant: weights.constant))
    unpacked.numerics = .reference
    guard case .total(let body) = try prepare(unpacked).runnable else {
      throw KernelError.type(identity, packed.identity, found: packed.type, expected: "INT8")
    }
    return UnpackingOperator(body: body, position: position, weights: weights)
  }
}
