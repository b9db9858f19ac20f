import TFLiteSchema

/// STABLEHLO_RNG_BIT_GENERATOR of a known number of 32-bit words.
struct StablehloRngBitGenerator: TotalOperator {
  let outputShapes: [[Int]]
  let wordCount: Int
  let isThreefry: Bool

  func run(_ call: OperatorCall) {
    let (state, next) = (call.input(0, as: UInt32.self), call.output(0, as: UInt32.self))
    let words = call.output(1, as: UInt32.self)
    let stateCount = 2 * outputShapes[0][0]
    next.update(from: state, count: stateCount)
    let extra = stateCount == 6 ? 4 : 0
    let generator = CounterGenerator(
      key: SIMD2(state[0], state[1]), first: SIMD2(state[2], state[3]),
      rest: SIMD2(state[extra], state[extra + 1]), isThreefry: isThreefry)
    let blockCount = (wordCount + generator.blockSize - 1) / generator.blockSize
    call.workers.forEachRange(of: blockCount, minimumCount: 256) { blocks in
      for block in blocks {
        let values = generator.block(UInt64(block))
        for index in 0..<min(generator.blockSize, wordCount - block * generator.blockSize) {
          words[block * generator.blockSize + index] = values[index]
        }
      }
    }
    let counter = generator.counter(UInt64(blockCount))
    (next[2], next[3]) = (counter.x, counter.y)
  }
}

/// STABLEHLO_RNG_BIT_GENERATOR: random bits, which follow from a state, and the next state.
///
/// Input: the state, uint64: [2], or for Philox [2] or [3]. Outputs: the next state, of the same shape and type; the
/// bits, of the shape in the file, int32, int64, uint32 or uint64. `algorithm` is Threefry, Philox, or the default,
/// which is Philox.
///
/// Source: `tflite/kernels/rng_bit_generator.cc`, `tflite/kernels/rng_util.cc`.
enum StablehloRngBitGeneratorOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.uint64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1, outputs: 2)
    let (state, next, bits) = (try context.input(0), context.output(0), context.output(1))
    try context.require(state, type: .uint64)
    try context.require(next, type: .uint64)
    try context.require(bits, type: .int32, .int64, .uint32, .uint64)
    let isThreefry = try context.optionsOrDefaults(StablehloRngBitGeneratorOptions.self).algorithm == .threefry
    guard state.shape == [2] || state.shape == [3] && !isThreefry else {
      throw KernelError.shape(
        context.identity, state.identity, found: state.shape, expected: isThreefry ? "[2]" : "[2] or [3]")
    }
    try context.require(next, shape: state.shape)
    return StablehloRngBitGenerator(
      outputShapes: [state.shape, bits.shape],
      wordCount: bits.elementCount &* (try context.elementSize(of: bits) / 4), isThreefry: isThreefry)
  }
}
