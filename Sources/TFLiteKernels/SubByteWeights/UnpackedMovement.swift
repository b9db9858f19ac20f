import TFLiteSchema

/// An operator that moves elements, some of which share a byte with another: they get bytes of their own, are moved, and
/// share bytes again.
struct UnpackedMovement: ThrowingOperator {
  let body: any PreparedOperator
  /// The inputs whose elements share bytes, and how many there are of each.
  let inputs: [(position: Int, count: Int)]
  let outputCount: Int

  var outputShapes: [[Int]] { body.outputShapes }
  var path: KernelPath { .copy }

  /// Each part of the working memory is aligned alike.
  private static func aligned(_ byteCount: Int) -> Int { (byteCount &+ OverReadPadding.byteCount &+ 63) & ~63 }

  private var bodyScratchByteCount: Int { Self.aligned(body.scratchByteCount) }

  var scratchByteCount: Int {
    inputs.reduce(bodyScratchByteCount &+ Self.aligned(outputCount)) { $0 &+ Self.aligned($1.count) }
  }

  func run(_ call: OperatorCall) throws {
    var memory = call.scratch + bodyScratchByteCount
    let output = memory.assumingMemoryBound(to: UInt8.self)
    memory += Self.aligned(outputCount)
    var replaced: [(Int, UnsafeRawPointer)] = []
    var watch = call.stopWatch
    for (position, count) in inputs {
      if watch.isOver(after: 64) { return }
      let (stored, values) = (call.input(position, as: UInt8.self), memory.assumingMemoryBound(to: UInt8.self))
      watch.forEachPart(of: 0..<count) { part in
        for index in part { values[index] = stored[index / 2] >> (index % 2 == 0 ? 0 : 4) & 0xF }
      }
      replaced.append((position, UnsafeRawPointer(memory)))
      memory += Self.aligned(count)
    }
    try call.withOperands(inputs: replaced, output: UnsafeMutableRawPointer(output)) { call in
      try body.runnable.run(call)
    }
    let packed = call.output(0, as: UInt8.self)
    watch.forEachPart(of: 0..<(outputCount + 1) / 2) { part in
      for byte in part {
        let index = 2 * byte
        packed[byte] = output[index] | (index + 1 < outputCount ? output[index + 1] << 4 : 0)
      }
    }
  }
}

extension OperatorContext {
  /// Prepares an operator that moves elements: of types of 4 bits as if they had bytes of their own.
  ///
  /// - Parameters:
  ///   - types: the types of 4 bits that it takes.
  ///   - prepare: prepares the operator for int8.
  func movingUnpacked(
    _ types: [TensorType], _ prepare: (OperatorContext) throws -> any PreparedOperator
  ) throws -> any PreparedOperator {
    guard let first = optionalInput(0), types.contains(first.type) else { return try prepare(self) }
    try require(output(0), sameTypeAs: first)
    let positions = inputs.indices.filter { inputs[$0]?.type == first.type }
    func unpacked(_ tensor: TensorDescriptor) -> TensorDescriptor {
      // What a stored value means plays no part.
      TensorDescriptor(
        identity: tensor.identity, type: .int8, shape: tensor.shape, quantization: nil, isVariable: tensor.isVariable)
    }
    var context = OperatorContext(
      identity: identity, version: version, builtinOptions: builtinOptions, customOptions: customOptions,
      inputs: inputs.enumerated().map { index, tensor in positions.contains(index) ? tensor.map(unpacked) : tensor },
      outputs: [unpacked(output(0))])
    (context.numerics, context.instructionSet, context.phase) = (numerics, instructionSet, phase)
    let body = try prepare(context)
    return UnpackedMovement(
      body: body, inputs: try positions.map { ($0, try input($0).elementCount) },
      outputCount: body.outputShapes.first?.wrappingProduct ?? 0)
  }
}
