#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import TFLiteKernels
import TFLiteSchema

/// Runs a model: allocate the tensors, copy the inputs, invoke, read the outputs.
///
/// The interface is that of TensorFlowLiteSwift; <doc:ComingFromTensorFlowLiteSwift> lists what has been added.
///
/// An interpreter must not be used by two threads at once. A `TFLiteSchema.Model` is a value: any number of interpreters,
/// each on a thread of its own, may share one, and share its weights (<doc:MemoryAndThreads>).
public final class Interpreter {
  /// The options that were given, if any.
  public let options: Options?

  /// The delegates that were given, if any.
  public let delegates: [any Delegate]?

  /// The model that is run.
  public let model: Model

  /// Sees the operators of each invocation; nil, the default, costs nothing.
  public var observer: Observer? {
    get { main.observer }
    set { main.observer = newValue }
  }

  /// Why the last call of ``allocateTensors()`` threw ``InterpreterError/failedToAllocateTensors``: an error that names the
  /// operator, the tensor and what does not fit, or the memory that is needed and the limit. nil where it succeeded.
  public private(set) var failureReason: InterpreterError?

  package let main: SubgraphSession
  private let library: SubgraphLibrary
  /// Other subgraphs, once a signature of theirs has been asked for.
  private var others: [Int: SubgraphSession] = [:]

  /// The number of the model's inputs.
  public var inputTensorCount: Int { main.graph.inputs.count }

  /// The number of the model's outputs.
  public var outputTensorCount: Int { main.graph.outputs.count }

  /// The keys of the model's signatures, in the order of the file.
  public var signatureKeys: [String] { model.signatureDefs.map(\.signatureKey) }

  // MARK: Making an interpreter

  /// Loads a model file. What becomes of the file later does not matter.
  ///
  /// - Parameters:
  ///   - modelPath: The file.
  ///   - options: How the model is run; nil takes the defaults.
  ///   - delegates: Must be nil or empty: see ``Delegate``.
  /// - Throws: ``InterpreterError/failedToLoadModel(reason:)`` when the file cannot be read or is no valid model, with what is
  ///   wrong in it, and where; ``InterpreterError/tensorFlowLiteError(_:)`` when it needs operators that this
  ///   package does not have, or when there is a delegate.
  public convenience init(modelPath: String, options: Options? = nil, delegates: [any Delegate]? = nil) throws {
    let model: Model
    do { model = try Model(contentsOfFile: modelPath) } catch {
      throw InterpreterError.failedToLoadModel(reason: "\(error)")
    }
    try self.init(model: model, options: options, delegates: delegates)
  }

  /// Loads a model from memory. The data is copied.
  ///
  /// - Parameters:
  ///   - modelData: The bytes of a whole file.
  ///   - options: How the model is run; nil takes the defaults.
  ///   - delegates: Must be nil or empty: see ``Delegate``.
  /// - Throws: as ``init(modelPath:options:delegates:)``.
  public convenience init(modelData: Data, options: Options? = nil, delegates: [any Delegate]? = nil) throws {
    let model: Model
    do { model = try Model(modelData: modelData) } catch {
      throw InterpreterError.failedToLoadModel(reason: "\(error)")
    }
    try self.init(model: model, options: options, delegates: delegates)
  }

  /// Makes an interpreter for a model that has been loaded, and that others may use as well. Weights are not copied.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - options: How it is run; nil takes the defaults.
  ///   - delegates: Must be nil or empty: see ``Delegate``.
  ///   - operators: What each operator means. ``Options-swift.struct/registerOperator(_:_:)`` adds to them.
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the model has been changed and is not valid any more,
  ///   when there is a delegate, when ``Options-swift.struct/cpu`` or `TFLITE_CPU` names what this machine lacks, or when
  ///   operators have no implementation: the message lists all of them.
  public convenience init(
    model: Model, options: Options? = nil, delegates: [any Delegate]? = nil, operators: OperatorRegistry = .standard
  ) throws {
    try self.init(model: model, options: options, delegates: delegates, operators: operators, source: nil)
  }

  /// As ``init(model:options:delegates:operators:)``.
  ///
  /// - Parameter source: What each operator means, in place of the registry, which then only names kernels.
  package init(
    model: Model, options: Options?, delegates: [any Delegate]? = nil, operators: OperatorRegistry = .standard,
    source: (any OperatorSource)?
  ) throws {
    self.model = model
    self.options = options
    self.delegates = delegates
    library = SubgraphLibrary(
      model: model, registry: (options?.customOperators ?? CustomOperators()).added(to: operators), source: source,
      options: options ?? Options())
    // A model is a value that its owner may have changed since it was read.
    try InterpreterError.wrapping { try model.verify() }
    if let delegate = delegates?.first { throw InterpreterError.refusing(delegate) }
    main = try SubgraphSession(subgraph: 0, of: library, activity: InterpreterActivity())
  }

  // MARK: Running

  /// Prepares every operator and lays out the memory of all tensors, which then hold zeros. Variable tensors are reset.
  ///
  /// Where the tensors are allocated already, inputs and outputs keep their values.
  ///
  /// - Throws: ``InterpreterError/failedToAllocateTensors``; ``failureReason`` says why.
  public func allocateTensors() throws {
    failureReason = nil
    do {
      try main.allocate()
    } catch {
      failureReason = error
      throw InterpreterError.failedToAllocateTensors
    }
  }

  /// As ``allocateTensors()``, for callers inside of this package, which have no old code to stay compatible with.
  ///
  /// - Throws: the ``failureReason`` itself.
  package func allocate() throws(InterpreterError) {
    try main.allocate()
  }

  /// Runs the model on the values of its inputs. The calling thread waits, and works.
  ///
  /// - Throws: ``InterpreterError/allocateTensorsRequired`` before ``allocateTensors()``, and
  ///   ``InterpreterError/tensorFlowLiteError(_:)`` when an operator meets values that it cannot compute with; the message
  ///   names operator, tensor and cause; also whatever the ``observer`` throws. The interpreter can be used again.
  public func invoke() throws {
    try main.run()
  }

  /// Runs the model on a background thread. Neither the caller's executor nor the threads of Swift's tasks are blocked.
  ///
  /// It has a name of its own because an overload would make `try interpreter.invoke()`, in an asynchronous function,
  /// an error for want of an `await`.
  ///
  /// Until it returns, other calls throw ``InterpreterError/tensorFlowLiteError(_:)``, and ``tensors`` are described as
  /// they were before. It cannot be watched by an ``observer``, and throws the same where there is one.
  ///
  /// - Throws: as ``invoke()``, and `CancellationError` when the task is canceled before the last operator has ended;
  ///   operators that take long look every few milliseconds, custom ones where they ask their `Workers`. Outputs that have
  ///   not been computed to the end then throw ``InterpreterError/invokeInterpreterRequired``, the inputs keep their values, and the
  ///   interpreter can be used again. Variable tensors hold what the run has left, which may be a half-done step of a
  ///   sequence: ``resetVariableTensors()`` begins another one.
  nonisolated(nonsending) public func invokeAsync() async throws {
    try await main.runInBackground()
  }

  /// Gives every variable tensor, the state that operators keep from one run to the next, the value that it has before
  /// the first run: 0, or for int8 its zero point. Those of subgraphs that operators call, or signatures that have been
  /// run, are among them.
  ///
  /// Variables that READ_VARIABLE and ASSIGN_VARIABLE work on keep their values, as they do in the C library, and
  /// CALL_ONCE does not run again: only another interpreter starts without them.
  ///
  /// Source: `tflite/core/interpreter_experimental.cc`, ResetVariableTensors.
  ///
  /// - Throws: ``InterpreterError/allocateTensorsRequired`` before ``allocateTensors()``.
  public func resetVariableTensors() throws {
    try main.resetVariables()
    for session in others.values where session.isAllocated { try session.resetVariables() }
  }

  // MARK: Inputs and outputs

  /// A copy of an input.
  ///
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``, ``InterpreterError/allocateTensorsRequired``,
  ///   ``InterpreterError/invalidTensorDataType``, checked in this order.
  public func input(at index: Int) throws -> Tensor {
    guard let tensor = try main.copy(of: try inputTensor(index)) else {
      throw InterpreterError.allocateTensorsRequired
    }
    return tensor
  }

  /// A copy of an output.
  ///
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
  ///   ``InterpreterError/invokeInterpreterRequired`` where the output has no memory yet: before ``allocateTensors()``,
  ///   or before ``invoke()`` where only a run tells its shape; ``InterpreterError/invalidTensorDataType``, checked in
  ///   this order.
  public func output(at index: Int) throws -> Tensor {
    guard let tensor = try main.copy(of: try outputTensor(index)) else {
      throw InterpreterError.invokeInterpreterRequired
    }
    return tensor
  }

  /// Gives an input another shape; unless it is the one that it has, the tensors must be allocated anew.
  ///
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``, or
  ///   ``InterpreterError/failedToResizeInputTensor(index:)`` when a dimension is negative or does not fit 32 bits, when
  ///   the bytes cannot be counted, or when the input is a constant.
  public func resizeInput(at index: Int, to shape: Tensor.Shape) throws {
    guard try main.resize(try inputTensor(index), to: shape.dimensions) else {
      throw InterpreterError.failedToResizeInputTensor(index: index)
    }
  }

  /// Copies data into an input: its elements, little-endian, in row-major order.
  ///
  /// - Returns: the input with its new values.
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
  ///   ``InterpreterError/invalidTensorDataCount(provided:required:)``, ``InterpreterError/allocateTensorsRequired``,
  ///   ``InterpreterError/failedToCopyDataToInputTensor`` for an input that is a constant, checked in this order.
  @discardableResult
  public func copy(_ data: Data, toInputAt index: Int) throws -> Tensor {
    try main.copy(data, to: try inputTensor(index))
    return try input(at: index)
  }

  // MARK: Signatures

  /// What runs one of the model's signatures.
  ///
  /// Runners of one subgraph share its tensors; those of the main subgraph are this interpreter's own.
  ///
  /// - Parameter key: One of ``signatureKeys``.
  /// - Throws: ``SignatureRunnerError/failedToCreateSignatureRunner(signatureKey:)`` when there is no such signature, and
  ///   ``InterpreterError/tensorFlowLiteError(_:)`` when its operators do not fit, or have no implementation, or when tensors
  ///   would have to be allocated during an asynchronous invocation.
  public func signatureRunner(with key: String) throws -> SignatureRunner {
    guard let signature = model.signatureDefs.first(where: { $0.signatureKey == key }) else {
      throw SignatureRunnerError.failedToCreateSignatureRunner(signatureKey: key)
    }
    return try SignatureRunner(signature, session: try session(ofSubgraph: Int(signature.subgraphIndex)))
  }

  /// What runs one of the model's subgraphs; it must exist.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that lists every operator without an implementation.
  package func session(ofSubgraph index: Int) throws -> SubgraphSession {
    if index == 0 { return main }
    if let existing = others[index] { return existing }
    let session = try SubgraphSession(subgraph: index, of: library, activity: main.activity)
    others[index] = session
    return session
  }
}

extension Interpreter {
  /// The tensor of an input.
  func inputTensor(_ index: Int) throws(InterpreterError) -> Int {
    try Self.tensor(index, of: main.graph.inputs)
  }

  /// The tensor of an output.
  func outputTensor(_ index: Int) throws(InterpreterError) -> Int {
    try Self.tensor(index, of: main.graph.outputs)
  }

  private static func tensor(_ index: Int, of tensors: [Int32]) throws(InterpreterError) -> Int {
    guard tensors.indices.contains(index) else {
      throw .invalidTensorIndex(index: index, maxIndex: tensors.count - 1)
    }
    return Int(tensors[index])
  }
}
