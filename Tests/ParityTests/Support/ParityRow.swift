import Testing

/// The program that tells what is right.
enum ParityReference: Sendable {
  /// The reference kernels of the C library.
  case referenceKernels
  /// The C library's other kernels, for the few operators that its reference resolver leaves out.
  case onlyKernels
  /// The reference kernels of the Python interpreter, for operators with state tensors.
  case python
  /// A formula of these tests, and MediaPipe's kernels where they are installed: see `MediaPipeParityTests`.
  case mediaPipe
  /// A formula of these tests, for operators that no program has that can be asked.
  case formula

  func engine() throws -> any Engine {
    switch self {
    case .referenceKernels: LiteRTEngine(library: try Oracle.shared())
    case .onlyKernels: LiteRTEngine(library: try Oracle.shared(), kernelMode: .builtin)
    case .python: OracleEngine(oracle: PythonOracle.shared)
    case .mediaPipe, .formula: CustomFormulas()
    }
  }
}

/// One row of the operator parity: an operator, a type, and a maker of random cases of them.
struct ParityRow: Sendable, CustomTestStringConvertible {
  let operatorName: String
  let typeName: String
  /// The results must have more different values than this, lest they tell nothing.
  let distinct: Int
  /// What the row is compared with.
  let reference: ParityReference
  /// Whether the file may tell other shapes of outputs than the operator has. They follow from the inputs.
  let allowsOutdatedShapes: Bool
  /// The name of the type whose random numbers the cases follow from: mostly its own.
  let cases: String
  let makeCase: @Sendable (inout SplitMix64) -> OperatorCase

  init(
    _ operatorName: String, _ typeName: String, distinct: Int = 100, reference: ParityReference = .referenceKernels,
    allowsOutdatedShapes: Bool = true, casesOf cases: String? = nil,
    makeCase: @escaping @Sendable (inout SplitMix64) -> OperatorCase
  ) {
    self.operatorName = operatorName
    self.typeName = typeName
    self.distinct = distinct
    self.reference = reference
    self.allowsOutdatedShapes = allowsOutdatedShapes
    self.cases = cases ?? typeName
    self.makeCase = makeCase
  }

  var name: String { "\(operatorName) \(typeName)" }
  var testDescription: String { name }

  /// The case with the given number, the same whichever cases were made before.
  func makeCase(number: Int, seed: UInt64) -> OperatorCase {
    var random = SplitMix64(seed: seed, stream: "\(operatorName) \(cases) \(number)")
    var made = makeCase(&random)
    if allowsOutdatedShapes, random.chance(0.05) {
      // Scales for channels need the dimension that counts them.
      for index in made.outputs.indices where made.outputs[index].scales.count <= 1 { made.outputs[index].shape = [] }
    }
    return made
  }
}
