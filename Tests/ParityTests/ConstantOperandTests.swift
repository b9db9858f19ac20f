import LiteRTReference
import TFLiteSchema
import Testing

/// Operators whose operands are all constants, many of them subnormal, give the same bits as in the C library.
///
/// This package computes them once, when tensors are allocated. The library does so with some, and computes all others in
/// each run, in which subnormal numbers are flushed to zero.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct ConstantOperandTests {
  /// The rows that the library proves, but for quantized REDUCE_PROD: it scales that of constants by the output's shape in
  /// the file.
  static let rows = ParityRow.all.filter { row in
    switch row.reference {
    case .referenceKernels, .onlyKernels: row.operatorName != "REDUCE_PROD" || !row.typeName.hasSuffix("quantized")
    case .python, .mediaPipe, .formula: false
    }
  }

  @Test(arguments: rows) func equalsTheReferenceKernels(row: ParityRow) throws {
    let only = TestEnvironment.onlyCase
    guard only == nil || only?.row == row.name else { return }
    let runner = ParityRunner(
      reference: try row.reference.engine(), ours: ThreadedEngine(), seed: TestEnvironment.seed, suite: "\(Self.self)")
    let constant = row.withConstantOperands
    let tally = runner.run(constant, wanted: TestEnvironment.isFull ? 100 : 10, only: only?.number)
    print("constants: " + tally.line(constant, seed: runner.seed))
    // The library does not run every operator on constants alone.
    for failure in tally.failures.prefix(3) { Issue.record("\(failure)") }
    #expect(tally.accepted > 0 || only != nil)
  }
}

extension ParityRow {
  /// The same with all operands constant, real ones often tiny.
  fileprivate var withConstantOperands: ParityRow {
    ParityRow(operatorName, typeName, reference: reference, allowsOutdatedShapes: false) { random in
      var made = makeCase(&random)
      // What tiny activations become as bytes, C++ leaves open.
      let isTiny = random.chance(0.5) && !typeName.contains("hybrid")
      for index in made.inputs.indices {
        guard var input = made.inputs[index], !input.isVariable else { continue }
        if isTiny { input.bytes = random.tiny(input.bytes, of: input.type) }
        (input.isConstant, input.isFedHere) = (true, false)
        made.inputs[index] = input
      }
      return made
    }
  }
}

/// This package's interpreter, with plain loops or vectors, in one thread or in three: the numbers of a model decide.
private struct ThreadedEngine: Engine {
  func run(model: [UInt8], feeds: [[UInt8]]) -> EngineOutcome {
    var engine = InterpreterEngine()
    engine.options.threadCount = model.count % 8 < 4 ? 1 : 3
    engine.options.cpu = model.count % 16 < 8 ? nil : .scalar
    return engine.run(model: model, feeds: feeds)
  }
}

extension SplitMix64 {
  /// Real numbers as small as the smallest normal number, and smaller; others as they are.
  fileprivate mutating func tiny(_ bytes: [UInt8], of type: TensorType) -> [UInt8] {
    func map<Number>(_ number: Number.Type, _ body: (Number) -> [UInt8]) -> [UInt8] {
      bytes.withUnsafeBytes { raw in
        (0..<raw.count / MemoryLayout<Number>.size).flatMap { index in
          body(raw.loadUnaligned(fromByteOffset: index * MemoryLayout<Number>.size, as: number))
        }
      }
    }
    return switch type {
    case .float32, .complex64: map(Float.self) { littleEndianBytes($0 * (chance(0.5) ? 0x1p-126 : 0x1p-63)) }
    case .float64: map(Double.self) { littleEndianBytes($0 * (chance(0.5) ? 0x1p-1022 : 0x1p-511)) }
    // Of the exponent, the lowest bit alone.
    case .bfloat16: map(UInt16.self) { littleEndianBytes(chance(0.5) ? $0 & 0x80ff : $0) }
    default: bytes
    }
  }
}
