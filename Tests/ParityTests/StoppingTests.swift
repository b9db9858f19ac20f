import Foundation
import Synchronization
import TFLite
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import Testing

/// Every operator can be stopped wherever it looks: nothing breaks, and what is computed afterwards has the same bits.
///
/// Operators look after every step here, not after millions, so that small models show it. No clock is asked.
@Suite struct StoppingTests {
  private static let casesPerRow = TestEnvironment.isFull ? 5 : 2
  private static let stopsPerCase = TestEnvironment.isFull ? 8 : 4
  /// Between the looks that are left when a run is stopped, an operator may leave loops within loops.
  private static let mostLooksAfterStop = 80

  /// A wish that comes when a run has looked so many times.
  private final class CountedLooks: Sendable {
    private let counter = Atomic<Int>(0)
    private let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    var count: Int { counter.load(ordering: .relaxed) }

    var cancellation: Cancellation {
      Cancellation { self.counter.wrappingAdd(1, ordering: .relaxed).oldValue >= self.limit }
    }
  }

  /// One case on some processor.
  private struct Trial {
    let model: Model
    let feeds: [[UInt8]]
    var options = Interpreter.Options()

    func interpreter() throws -> Interpreter {
      let interpreter = try Interpreter(model: model, options: options)
      try interpreter.allocate()
      for (index, bytes) in feeds.enumerated() { try interpreter.copy(Data(bytes), toInputAt: index) }
      return interpreter
    }

    /// How often a run looks.
    func looks() throws -> Int {
      let looks = CountedLooks()
      try interpreter().main.run(cancellation: looks.cancellation)
      return looks.count
    }

    /// The work of a run, as the limit on work counts it.
    ///
    /// - Parameter readsInputs: whether the bytes of inputs count.
    func steps(readsInputs: Bool) throws -> Int {
      let session = try interpreter().main
      try session.run()
      let work = session.graph.operators.map { step in
        func descriptor(_ tensor: Int32) -> TensorDescriptor? {
          tensor < 0 ? nil : session.state(of: Int(tensor))?.descriptor
        }
        return OperatorWork.steps(
          model.operatorCode(of: step), step.builtinOptions ?? step.builtinOptions2, customOptions: step.customOptions,
          inputs: readsInputs ? step.inputs.map(descriptor) : [], outputs: step.outputs.compactMap(descriptor))
      }
      return work.reduce(0, OperatorWork.sum)
    }
  }

  private static let configurations: [(cpu: Interpreter.InstructionSet?, threads: Int)] = [
    (.scalar, 1), (nil, 1), (nil, 3),
  ]

  @Test(arguments: ParityRow.all) func stopsAnywhere(row: ParityRow) throws {
    var looksInside = 0
    for number in 0..<10 * Self.casesPerRow where number < Self.casesPerRow || looksInside == 0 {
      let made = row.makeCase(number: number, seed: TestEnvironment.seed).here
      var trial = Trial(model: try Model(ByteSlice(made.serializedModel())), feeds: made.feeds)
      // Numbers that are drawn anew each time cannot be compared.
      guard let expected = try? trial.interpreter().run(trial.feeds),
        try trial.interpreter().run(trial.feeds) == expected
      else { continue }
      for configuration in Self.configurations {
        (trial.options.cpu, trial.options.threadCount) = configuration
        trial.options.stepsPerLook = 1
        let looks = try trial.looks()
        // One look: the operator has run when the tensors were allocated.
        guard looks > 1 else { continue }
        // Besides one before the operator and one behind it.
        looksInside = max(looksInside, looks - 2)
        var random = SplitMix64(seed: TestEnvironment.seed, stream: "stop \(row.name) \(number)")
        let stops = [0, 1] + (0..<Self.stopsPerCase).map { _ in random.int(0...looks - 1) }
        // Behind an operator that draws numbers, they are drawn.
        for stop in stops where stop < (Self.draws.contains(row.operatorName) ? looks - 1 : looks) {
          let label = "\(row.name), case \(number), \(configuration), stopped at look \(stop) of \(looks)"
          let interpreter = try trial.interpreter()
          let counted = CountedLooks(limit: stop)
          #expect(throws: CancellationError.self, "\(label)") {
            try interpreter.main.run(cancellation: counted.cancellation)
          }
          #expect(counted.count <= stop + Self.mostLooksAfterStop, "\(label): \(counted.count)")
          #expect(throws: InterpreterError.self, "\(label)") { try interpreter.output(at: 0) }
          try interpreter.resetVariableTensors()
          #expect(try interpreter.run(trial.feeds) == expected, "\(label)")
        }
      }
    }
    #expect((looksInside == 0) == Self.copiesInOneGo.contains(row.operatorName), "\(row.name): \(looksInside) looks")
  }

  /// Loops count as many steps as they do, and not only their rounds: an operator that is told to look after a
  /// sixty-fourth of its work looks at least once.
  @Test(arguments: ParityRow.all) func looksAsItsWorkAsks(row: ParityRow) throws {
    var (mostSteps, mostLooks) = (0, 0)
    for number in 0..<10 {
      let made = row.makeCase(number: number, seed: TestEnvironment.seed).here
      var trial = Trial(model: try Model(ByteSlice(made.serializedModel())), feeds: made.feeds)
      (trial.options.cpu, trial.options.threadCount) = (.scalar, 1)
      let readsInputs = !Self.takesPart.contains(row.operatorName)
      guard let steps = try? trial.steps(readsInputs: readsInputs), steps > mostSteps else { continue }
      trial.options.stepsPerLook = max(1, steps / 64)
      let looks = try trial.looks()
      // One look: the operator has run when the tensors were allocated. Else one before it and one behind it.
      if looks > 1 { (mostSteps, mostLooks) = (steps, looks - 2) }
    }
    guard mostSteps >= 2048, !Self.copiesInOneGo.contains(row.operatorName) else { return }
    #expect(mostLooks > 0, "\(row.name): no look in \(mostSteps) steps")
  }

  /// Operators that may read a small part of their input alone, all of which the limit on work counts.
  private static let takesPart: Set = [
    "DYNAMIC_UPDATE_SLICE", "EMBEDDING_LOOKUP", "GATHER", "GATHER_ND", "HASHTABLE_LOOKUP", "SLICE", "STABLEHLO_GATHER",
    "STRIDED_SLICE",
  ]

  private static let draws: Set = ["MULTINOMIAL", "RANDOM_STANDARD_NORMAL", "RANDOM_UNIFORM"]

  /// Operators that copy a few bytes in one go, of which more than some megabytes are cut; and those that are done when
  /// the tensors are allocated, or look at shapes alone.
  private static let copiesInOneGo: Set = ["BITCAST", "DENSIFY", "EXPAND_DIMS", "RANK", "RESHAPE", "SHAPE", "SQUEEZE"]
}
