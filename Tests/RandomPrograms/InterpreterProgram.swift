import Foundation
import TFLite
import TestRandomness

/// Calls of one interpreter in any order, from tasks that share an actor: while one of them invokes in the background,
/// others go on calling.
actor InterpreterProgram {
  private let subject: InterpreterSubject
  private let interpreter: Interpreter
  private var runner: SignatureRunner?
  private var random: SeededGenerator

  private struct ObserverError: Error {}

  static func run(seed: UInt64) async throws {
    let subject = InterpreterSubject.all[Int(seed % UInt64(InterpreterSubject.all.count))]
    let program = try InterpreterProgram(subject, seed: seed)
    do { try await program.run(seed: seed) } catch { throw Wrong("\(subject.name): \(error)") }
  }

  private init(_ subject: InterpreterSubject, seed: UInt64) throws {
    self.subject = subject
    var random = SeededGenerator(seed: seed, stream: "program")
    interpreter = try Interpreter(model: subject.model, options: Self.options(&random))
    self.random = random
  }

  private static func options(_ random: inout SeededGenerator) -> Interpreter.Options {
    var options = Interpreter.Options()
    options.threadCount = [nil, 1, 2, 3].randomElement(using: &random) ?? nil
    options.memoryLimit = [nil, 16 << 20].randomElement(using: &random) ?? nil
    options.preservesAllTensors = Int.random(in: 0..<4, using: &random) == 0
    options.isXNNPackEnabled = Int.random(in: 0..<4, using: &random) == 0
    options.cpu = Interpreter.InstructionSet.allCases.filter(\.isAvailable).randomElement(using: &random)
    // So often that small operators end in the middle, too.
    if Bool.random(using: &random) { options.stepsPerLook = 10 }
    // Small limits end some calls, large ones none.
    let calls = Int.random(in: 0...3, using: &random)
    options.subgraphCallLimit = [nil, calls, 100_000].randomElement(using: &random) ?? nil
    switch Int.random(in: 0..<6, using: &random) {
    case 0: options.workLimit = Int.random(in: 0...2000, using: &random)
    case 1: options.timeLimit = .microseconds(Int.random(in: 0...300, using: &random))
    case 2: (options.workLimit, options.timeLimit) = (Int.max, Duration.seconds(Int64.max))
    default: break
    }
    return options
  }

  private func run(seed: UInt64) async throws {
    var unlimited = interpreter.options ?? Interpreter.Options()
    (unlimited.workLimit, unlimited.timeLimit, unlimited.subgraphCallLimit) = (nil, nil, nil)
    let expected = try subject.results(of: Interpreter(model: subject.model, options: unlimited), seed: seed)
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      do { try await call() } catch {
        let isExpected =
          error is InterpreterError || error is SignatureRunnerError || error is CancellationError
          || error is ObserverError
        guard isExpected else { throw Wrong("an error of the kind \(type(of: error)): \(error)") }
        guard !"\(error)".isEmpty else { throw Wrong("an error without a message") }
      }
    }
    if let found = try results(of: interpreter, seed: seed) {
      guard found == expected else { throw Wrong("other results than those of a new interpreter") }
    } else if interpreter.options?.timeLimit == nil {
      let other = try Interpreter(model: subject.model, options: interpreter.options)
      guard try results(of: other, seed: seed) == nil else {
        throw Wrong("a limit ends what it lets a new interpreter do")
      }
    }
  }

  /// What somebody gets who makes no mistake; nil where a limit of the options ends that.
  private func results(of interpreter: Interpreter, seed: UInt64) throws -> [Data]? {
    // A short time suffices now and then.
    for _ in 0..<(interpreter.options?.timeLimit == nil ? 1 : 20) {
      do { return try subject.results(of: interpreter, seed: seed) } catch let error as InterpreterError {
        guard "\(interpreter.failureReason ?? error)".contains(" limit ") else { throw error }
      }
    }
    return nil
  }

  // MARK: Calls

  private func call() async throws {
    if Int.random(in: 0..<6, using: &random) == 0 { return try await invokeInBackground() }
    if Int.random(in: 0..<5, using: &random) == 0 { return try callRunner() }
    try callInterpreter()
  }

  /// Invokes, calls meanwhile, and cancels, or not.
  private func invokeInBackground() async throws {
    let invocation = Task { try await self.interpreter.invokeAsync() }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      await Task.yield()
      // What it throws, one that nobody disturbs throws, too.
      try? callInterpreter()
    }
    if Bool.random(using: &random) { invocation.cancel() }
    try await invocation.value
  }

  private func callInterpreter() throws {
    let input = index(interpreter.inputTensorCount)
    let output = index(interpreter.outputTensorCount)
    switch Int.random(in: 0..<14, using: &random) {
    case 0: try interpreter.resizeInput(at: input, to: Tensor.Shape(shape(ofInput: input)))
    case 1, 2: try interpreter.allocateTensors()
    case 3, 4: try interpreter.invoke()
    case 5: _ = try interpreter.output(at: output).floats()
    case 6: try interpreter.resetVariableTensors()
    case 7:
      var bytes = random
      try interpreter.withInput(at: input, as: UInt8.self) { elements in
        for index in elements.indices { elements[index] = UInt8.random(in: 0...255, using: &bytes) }
      }
    case 8: _ = try interpreter.withOutput(at: output, as: Float.self) { $0.count }
    case 9: interpreter.observer = Bool.random(using: &random) ? nil : observer()
    case 10: _ = (interpreter.tensors.count, interpreter.operators.count, interpreter.failureReason)
    case 11: try interpreter.copy(["a", ""], toInputAt: input)
    default: try interpreter.copy(data(for: try? interpreter.input(at: input)), toInputAt: input)
    }
  }

  private func callRunner() throws {
    let runner = try self.runner ?? interpreter.signatureRunner(with: InterpreterSubject.signatureKey)
    self.runner = runner
    let index = index(runner.inputs.count)
    let name = runner.inputs.indices.contains(index) ? runner.inputs[index] : "nothing"
    switch Int.random(in: 0..<6, using: &random) {
    case 0: try runner.resizeInput(named: name, toShape: Tensor.Shape(shape(ofInput: index)))
    case 1: try runner.allocateTensors()
    case 2: try runner.copy(data(for: try? runner.input(named: name)), toInputNamed: name)
    case 3: _ = try runner.output(named: runner.outputs.randomElement(using: &random) ?? "")
    case 4: _ = try interpreter.signatureRunner(with: "nothing")
    default: try runner.invoke(with: [name: data(for: try? runner.input(named: name))])
    }
  }

  // MARK: Arguments

  /// An index that is often right.
  private func index(_ count: Int) -> Int {
    guard Int.random(in: 0..<10, using: &random) > 0 else {
      return [-1, count, .max, .min].randomElement(using: &random) ?? -1
    }
    return Int.random(in: 0..<max(1, count), using: &random)
  }

  private func shape(ofInput index: Int) -> [Int] {
    var shape = subject.shapes.indices.contains(index) ? subject.shapes[index] : [2]
    switch Int.random(in: 0..<6, using: &random) {
    case 0: shape = (0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
    case 1:
      shape = [[-1], [.max], [.min, 2], [1 << 31], [65536, 65536, 65536, 65536]].randomElement(using: &random) ?? []
    case 2 where !shape.isEmpty: shape[0] += 1
    default: break
    }
    return shape
  }

  /// Bytes, often as many as there must be.
  private func data(for input: Tensor?) -> Data {
    let isRight = Int.random(in: 0..<4, using: &random) > 0
    let count = isRight ? input?.data.count ?? 6 : Int.random(in: 0...64, using: &random)
    return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// Watches, changes what operators computed, ends the invocation, or fails.
  private func observer() -> Interpreter.Observer {
    let position = Int.random(in: 0..<4, using: &random)
    let byteCount = Int.random(in: 0...16, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Interpreter.Observer(operators: [position, -1]) { _ in .stop }
    case 1: return Interpreter.Observer { run in run.index < position ? .proceed : .stop }
    case 2:
      return Interpreter.Observer { run in
        if run.index == position { throw ObserverError() }
        return .proceed
      }
    default:
      return Interpreter.Observer { run in
        _ = try run.outputs.map { try $0.copy() }
        if run.index == position { try run.replaceOutput(at: position, with: Data(count: byteCount)) }
        return .proceed
      }
    }
  }
}
