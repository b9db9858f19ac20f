import TFLiteCLibrary
import TFLiteKernels

extension Interpreter {
  /// Whose results are reproduced, where runtimes round differently.
  public typealias Numerics = TFLiteKernels.Numerics

  /// The instructions that inner loops are made of. Results never depend on them.
  public typealias InstructionSet = TFLiteKernels.InstructionSet

  /// How an interpreter runs.
  public struct Options: Equatable, Hashable, Sendable {
    /// How many threads share the work of an operator; `nil` stands for 1. Less than 1 counts as 1, more than 256 as 256.
    /// Results do not depend on it.
    public var threadCount: Int?

    /// The most bytes that activations and working memory may take; `nil` stands for 2 GiB. What operators keep of their
    /// weights, packed for their loops, may take as much again, and four times the size of the model's constants.
    public var memoryLimit: Int?

    /// The most calls of subgraphs in one invocation, by WHILE (two for each round), IF and STABLEHLO_COMPOSITE; `nil`
    /// stands for one million. It ends loops that would not end by themselves.
    public var subgraphCallLimit: Int?

    /// The most steps of work in one invocation, and when tensors are allocated: multiplications with addition,
    /// comparisons, and bytes of operands, estimated from shapes before they are done. `nil` stands for no limit. It ends
    /// what would take hours: a second of one thread is some 10^9 steps in plain loops, and up to 10^11 where vector
    /// instructions multiply bytes.
    public var workLimit: Int?

    /// The longest that an invocation may take; `nil` stands for no limit. An invocation that has taken longer ends, also
    /// in the middle of an operator of whatever subgraph: long ones look at the clock every few milliseconds. Variable
    /// tensors hold what the run has left then, as after ``Interpreter/invokeAsync()`` was canceled.
    public var timeLimit: Duration?

    /// Whose results the interpreter reproduces: those of TFLite's reference kernels, or those of its default runtime.
    public var numerics = Numerics.reference

    /// Whether every tensor keeps its values until the next invocation, so that what operators computed on the way can
    /// be read afterwards. It takes more memory, and as with an ``Interpreter/observer``, nothing is joined for speed.
    public var preservesAllTensors = false

    /// The instructions that inner loops may use. `nil` stands for those that the environment variable `TFLITE_CPU`
    /// names, and where it names none for the best that this machine has. Results do not depend on it.
    public var cpu: InstructionSet?

    /// After how many steps of work an operator looks whether the invocation shall end; `nil` stands for some
    /// milliseconds' worth.
    package var stepsPerLook: Int?

    /// What ``registerOperator(_:_:)`` has added.
    var customOperators = CustomOperators()

    /// Whether the results are those of TFLite's default runtime, XNNPACK: another way to say ``numerics``. Setting it asks
    /// for those of this processor.
    public var isXNNPackEnabled: Bool {
      get { numerics.followsXNNPACK }
      set { numerics = newValue ? .xnnpack : .reference }
    }

    /// The defaults.
    public init() {}

    /// Adds or replaces a custom operator.
    ///
    /// Options are equal if they have the same registrations, not if the closures are alike.
    ///
    /// - Parameters:
    ///   - name: The name in the model's operator codes.
    ///   - prepare: Checks an operator and computes its parameters; see `TFLiteKernels.PreparedOperator`.
    public mutating func registerOperator(_ name: String, _ prepare: @escaping OperatorRegistry.Prepare) {
      customOperators.register(name, prepare)
    }

    var effectiveThreadCount: Int { min(max(1, threadCount ?? 1), 256) }
    var effectiveSubgraphCallLimit: Int { max(0, subgraphCallLimit ?? 1_000_000) }
    /// At most thirty years, so that no time within the limit can overflow.
    var effectiveTimeLimit: Duration? { timeLimit.map { min($0, .seconds(1_000_000_000)) } }
    /// At most 4 TiB, so that no sum of sizes within the limit can overflow.
    package var effectiveMemoryLimit: Int { min(memoryLimit ?? 2 << 30, 1 << 42) }
  }
}

extension Interpreter.Options {
  /// The instruction set to use.
  ///
  /// - Parameters:
  ///   - named: the value of the environment variable `TFLITE_CPU`; the option is stronger.
  ///   - isAvailable: whether this machine has an instruction set.
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` for an unknown name and for an instruction set that this
  ///   machine lacks.
  package func instructionSet(
    named name: String? = getenv("TFLITE_CPU").map { String(cString: $0) },
    isAvailable: (Interpreter.InstructionSet) -> Bool = { $0.isAvailable }
  ) throws(InterpreterError) -> Interpreter.InstructionSet {
    func lacking(_ set: Interpreter.InstructionSet, _ asker: String) -> InterpreterError {
      let available = Interpreter.InstructionSet.allCases.filter(isAvailable).map(\.rawValue).joined(separator: ", ")
      return .tensorFlowLiteError(
        "this machine has no \(set.rawValue), which \(asker) asks for; it has \(available)")
    }

    if let cpu {
      guard isAvailable(cpu) else { throw lacking(cpu, "the option cpu") }
      return cpu
    }
    guard let name, !name.isEmpty else { return .best }
    guard let named = Interpreter.InstructionSet(rawValue: name) else {
      let known = Interpreter.InstructionSet.allCases.map(\.rawValue).joined(separator: ", ")
      throw .tensorFlowLiteError("the environment variable TFLITE_CPU is \"\(name)\", expected one of \(known)")
    }
    guard isAvailable(named) else { throw lacking(named, "the environment variable TFLITE_CPU") }
    return named
  }
}

/// The older name of ``Interpreter/Options``.
@available(*, deprecated, renamed: "Interpreter.Options")
public typealias InterpreterOptions = Interpreter.Options

/// Custom operators by name. Two are equal if they come from the same registration.
struct CustomOperators: Equatable, Hashable, Sendable {
  private var registrations: [String: Registration] = [:]

  mutating func register(_ name: String, _ prepare: @escaping OperatorRegistry.Prepare) {
    registrations[name] = Registration(prepare)
  }

  func added(to registry: OperatorRegistry) -> OperatorRegistry {
    registrations.reduce(into: registry) { $0.register(custom: $1.key, $1.value.prepare) }
  }

  /// One call of ``register(_:_:)``. Closures cannot be compared.
  private final class Registration: Equatable, Hashable, Sendable {
    let prepare: OperatorRegistry.Prepare

    init(_ prepare: @escaping OperatorRegistry.Prepare) { self.prepare = prepare }

    static func == (left: Registration, right: Registration) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}
