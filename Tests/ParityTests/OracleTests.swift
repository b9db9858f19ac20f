import LiteRTReference
import TFLiteSchema
import Testing

/// What the parity tests rely on in the C library and in what opens it.
@Suite(.enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct OracleTests {
  private let affine = Affine(scale: 0.5, zeroPoint: 3)

  private func tensor(_ shape: [Int], _ bytes: [UInt8] = [], isConstant: Bool = false) -> TensorSketch {
    .quantized(.uint8, shape, affine, bytes: bytes, isConstant: isConstant)
  }

  private func add(_ left: TensorSketch, _ right: TensorSketch, output: [Int]) -> OperatorCase {
    OperatorCase(code: .add, options: AddOptions(), inputs: [left, right], outputs: [tensor(output)])
  }

  private func run(_ made: OperatorCase) throws -> [LiteRTOutput] {
    try Oracle.shared().run(model: made.serializedModel(), inputs: made.feeds)
  }

  @Test func isTheOneThatIsPinned() throws {
    _ = try Oracle.shared()
  }

  @Test func canaryNoticesTheWrongKernels() throws {
    let (library, made) = (try Oracle.shared(), Canary.convolution)
    #expect(throws: OracleError.sameKernels(model: "canary")) {
      try Canary.check(
        library, name: "canary", model: made.serializedModel(), feeds: made.feeds, digest: "", other: .reference)
    }
  }

  @Test func canaryNoticesOtherResults() throws {
    let (library, made) = (try Oracle.shared(), Canary.convolution)
    #expect {
      try Canary.check(library, name: "canary", model: made.serializedModel(), feeds: made.feeds, digest: "other")
    } throws: {
      if case .otherReference(model: "canary", _)? = $0 as? OracleError { true } else { false }
    }
  }

  @Test func takesScalars() throws {
    let outputs = try run(add(tensor([], [10]), tensor([], [4]), output: []))
    #expect(outputs.map(\.bytes) == [[11]])
    #expect(outputs.map(\.shape) == [[]])
  }

  @Test func takesModelsWithoutInputs() throws {
    let made = add(
      tensor([2], [10, 20], isConstant: true), tensor([2], [4, 9], isConstant: true), output: [2])
    #expect(made.feeds.isEmpty)
    #expect(try run(made).map(\.bytes) == [[11, 26]])
  }

  @Test func takesTensorsWithoutElements() throws {
    let outputs = try run(add(tensor([0]), tensor([0]), output: [0]))
    #expect(outputs.map(\.bytes) == [[]])
    #expect(outputs.map(\.shape) == [[0]])
  }

  /// The C library has no buffers for tensors of several dimensions without elements.
  @Test func refusesEmptyTensorsOfSeveralDimensions() throws {
    let made = add(tensor([0, 3]), tensor([0, 3]), output: [0, 3])
    #expect(throws: LiteRTError.self) { try run(made) }
  }

  @Test func tellsWhyAModelIsRefused() throws {
    let made = add(tensor([3], [1, 2, 3]), tensor([2], [1, 2]), output: [3])
    #expect {
      try run(made)
    } throws: {
      ($0 as? LiteRTError)?.description.contains("ADD") == true
    }
  }
}
