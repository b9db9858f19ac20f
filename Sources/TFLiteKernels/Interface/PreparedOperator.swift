import TFLiteSchema

/// An operator whose options, types and shapes have been checked and whose parameters have been computed.
///
/// An operator whose inputs are fully known at *prepare* is a ``TotalOperator``; one that can still fail
/// while it runs, because it reads shapes or indices from data, is a ``ThrowingOperator``.
public protocol PreparedOperator: FusibleOperator {
  /// The operator, by whether its run can fail.
  var runnable: RunnableOperator { get }

  /// The shape of each output, in the order of the operator's outputs.
  var outputShapes: [[Int]] { get }

  /// The type of each output where the operator decides it, whatever the file says; nil where the file's types hold.
  var outputTypes: [TensorType]? { get }

  /// Which kind of code a run executes.
  var path: KernelPath { get }

  /// Bytes of working memory that one run needs; 64-byte aligned, uninitialized, not kept.
  var scratchByteCount: Int { get }

  /// Whether a run looks at the values of its inputs. One that does not knows all that it needs at *prepare*, as SHAPE
  /// does.
  var readsInputs: Bool { get }

  /// Whether the outputs follow from the inputs alone, so that an operator on constants need run only once.
  var isPure: Bool { get }

  /// Inputs whose elements a run copies as they are. Where one lies at its place in the output already, the run must
  /// leave it alone.
  var inputsInPlace: [InputInPlace] { get }

  /// Inputs whose memory the first output may take: each has as many bytes as that output, and a run reads an element
  /// before it writes the one at the same place.
  var overwritableInputs: [Int] { get }
}

/// An input of an operator that appears, byte by byte, inside an output.
public struct InputInPlace: Equatable, Sendable {
  /// Which input.
  public let input: Int
  /// Which output.
  public let output: Int
  /// Where in the output, in bytes.
  public let byteOffset: Int

  /// The place of an input.
  public init(input: Int, output: Int = 0, byteOffset: Int = 0) {
    self.input = input
    self.output = output
    self.byteOffset = byteOffset
  }
}

extension PreparedOperator {
  /// Most operators take the types in the file, and check them.
  public var outputTypes: [TensorType]? { nil }

  /// What says nothing of it runs plain loops.
  public var path: KernelPath { .plain }

  /// Most operators need no working memory.
  public var scratchByteCount: Int { 0 }

  /// Most operators look at their inputs.
  public var readsInputs: Bool { true }

  /// Most operators keep nothing and draw no random numbers.
  public var isPure: Bool { true }

  /// Most operators compute something.
  public var inputsInPlace: [InputInPlace] { [] }

  /// Most operators read an input more than once.
  public var overwritableInputs: [Int] { [] }
}

/// A prepared operator whose run cannot fail.
public protocol TotalOperator: PreparedOperator {
  /// Computes the outputs from the inputs.
  func run(_ call: OperatorCall)
}

extension TotalOperator {
  /// This operator.
  public var runnable: RunnableOperator { .total(self) }
}

/// A prepared operator that can meet bad values while it runs.
public protocol ThrowingOperator: PreparedOperator {
  /// Computes the outputs from the inputs.
  ///
  /// - Throws: ``KernelError`` when a value that is known only now makes the operator impossible.
  func run(_ call: OperatorCall) throws
}

extension ThrowingOperator {
  /// This operator.
  public var runnable: RunnableOperator { .throwing(self) }
}

/// A prepared operator that can be run.
public enum RunnableOperator: Sendable {
  /// One whose run cannot fail.
  case total(any TotalOperator)
  /// One that can meet bad values while it runs.
  case throwing(any ThrowingOperator)

  /// Computes the outputs from the inputs.
  ///
  /// - Throws: ``KernelError`` when a value that is known only now makes the operator impossible.
  public func run(_ call: OperatorCall) throws {
    switch self {
    case .total(let prepared): prepared.run(call)
    case .throwing(let prepared): try prepared.run(call)
    }
  }
}

/// The memory that one run of an operator reads and writes.
///
/// Pointers are valid only during the run. Their extents are those that *prepare* saw and promised, so kernels do not
/// check them again.
public struct OperatorCall {
  private let inputs: UnsafeBufferPointer<UnsafeRawPointer?>
  private let outputs: UnsafePointer<UnsafeMutableRawPointer>
  /// Working memory of ``PreparedOperator/scratchByteCount`` bytes.
  public let scratch: UnsafeMutableRawPointer
  /// The threads that may share the work.
  public let workers: any Workers

  /// Binds the memory of one run; an omitted optional input is nil.
  public init(
    inputs: UnsafeBufferPointer<UnsafeRawPointer?>, outputs: UnsafePointer<UnsafeMutableRawPointer>,
    scratch: UnsafeMutableRawPointer, workers: any Workers
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.scratch = scratch
    self.workers = workers
  }

  /// The elements of input `index`, which *prepare* has found to be present and of this type.
  public func input<Element>(_ index: Int, as type: Element.Type = Element.self) -> UnsafePointer<Element> {
    inputs[index].unsafelyUnwrapped.assumingMemoryBound(to: type)
  }

  /// The elements of an optional input, or nil where the operator names none or has fewer inputs.
  public func optionalInput<Element>(_ index: Int, as type: Element.Type = Element.self) -> UnsafePointer<Element>? {
    index < inputs.count ? inputs[index]?.assumingMemoryBound(to: type) : nil
  }

  /// The elements of input `index`, a variable tensor, which the operator may change.
  ///
  /// *Prepare* must have found the tensor with ``OperatorContext/variable(_:)``.
  public func variable<Element>(_ index: Int, as type: Element.Type = Element.self) -> UnsafeMutablePointer<Element> {
    UnsafeMutablePointer(mutating: input(index, as: type))
  }

  /// The bytes of input `index`.
  public func inputBytes(_ index: Int) -> UnsafeRawPointer { inputs[index].unsafelyUnwrapped }

  /// Calls `body` with this run, but for the values of an input.
  func withInput(_ index: Int, at values: UnsafeRawPointer, _ body: (OperatorCall) -> Void) {
    withInputList { list in
      list[index] = values
      body(replacing(inputs: list, outputs: outputs))
    }
  }

  /// Calls `body` with this run, but for the values of some inputs.
  func withInputs(
    _ replaced: [(index: Int, values: UnsafeRawPointer)], _ body: (OperatorCall) throws -> Void
  ) rethrows {
    try withInputList { list in
      for (index, values) in replaced { list[index] = values }
      try body(replacing(inputs: list, outputs: outputs))
    }
  }

  /// Calls `body` with this run, but for the values of some inputs and the place of the first output.
  func withOperands(
    inputs replaced: [(index: Int, values: UnsafeRawPointer)], output: UnsafeMutableRawPointer,
    _ body: (OperatorCall) throws -> Void
  ) throws {
    try withInputList { list in
      for (index, values) in replaced { list[index] = values }
      try withUnsafePointer(to: output) { try body(replacing(inputs: list, outputs: $0)) }
    }
  }

  /// Calls `body` with a list of the inputs, to change.
  private func withInputList(_ body: (UnsafeMutableBufferPointer<UnsafeRawPointer?>) throws -> Void) rethrows {
    try withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: max(1, inputs.count)) { list in
      _ = list.initialize(from: inputs)
      try body(UnsafeMutableBufferPointer(rebasing: list[..<inputs.count]))
    }
  }

  private func replacing(
    inputs: UnsafeMutableBufferPointer<UnsafeRawPointer?>, outputs: UnsafePointer<UnsafeMutableRawPointer>
  ) -> OperatorCall {
    OperatorCall(inputs: UnsafeBufferPointer(inputs), outputs: outputs, scratch: scratch, workers: workers)
  }

  /// Calls `body` with a run that has some of this one's inputs in another order, and its outputs from one on.
  func withInputs(_ positions: [Int?], firstOutput: Int, _ body: (OperatorCall) -> Void) {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: max(1, positions.count)) { chosen in
      for (index, position) in positions.enumerated() {
        chosen.initializeElement(at: index, to: position.flatMap { $0 < inputs.count ? inputs[$0] : nil })
      }
      body(
        OperatorCall(
          inputs: UnsafeBufferPointer(rebasing: chosen[..<positions.count]), outputs: outputs + firstOutput,
          scratch: scratch, workers: workers))
    }
  }

  /// The elements of output `index`, which *prepare* has found to be of this type.
  public func output<Element>(_ index: Int, as type: Element.Type = Element.self) -> UnsafeMutablePointer<Element> {
    outputs[index].assumingMemoryBound(to: type)
  }

  /// The bytes of output `index`.
  public func outputBytes(_ index: Int) -> UnsafeMutableRawPointer { outputs[index] }
}
