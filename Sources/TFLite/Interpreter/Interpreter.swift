#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// Runs a model: allocate the tensors, copy the inputs, invoke, read the outputs.
///
/// The interface is that of TensorFlowLiteSwift. An interpreter must not be used by two threads at once; a
/// `TFLiteSchema.Model` is a value and may be shared by any number of interpreters.
public final class Interpreter {
  /// The options that were given, if any.
  public let options: Options?

  /// Sees the operators of each invocation; nil, the default, costs nothing.
  public var observer: Observer?

  private let model: Model
  private let nodes: [Node]
  /// The shapes of the inputs; they differ from the file's after ``resizeInput(at:to:)``.
  private var inputShapes: [[Int]]
  /// What ``allocateTensors()`` has made; nil before, and after an input was resized.
  private var execution: Execution?

  /// The number of the model's inputs.
  public var inputTensorCount: Int { graph.inputs.count }

  /// The number of the model's outputs.
  public var outputTensorCount: Int { graph.outputs.count }

  private var graph: Subgraph { model.subgraphs[0] }

  /// Loads a model file.
  ///
  /// - Throws: ``InterpreterError/failedToLoadModel`` when the file cannot be read or is no valid model (load it as a
  ///   `TFLiteSchema.Model` to learn why), ``InterpreterError/tensorFlowLiteError(_:)`` when it needs operators that this
  ///   package does not have.
  public convenience init(
    modelPath: String, options: Options? = nil, operators: OperatorRegistry = .standard
  ) throws {
    guard let model = try? Model(contentsOfFile: modelPath) else { throw InterpreterError.failedToLoadModel }
    try self.init(model: model, options: options, operators: operators)
  }

  /// Loads a model from memory. The data is copied.
  ///
  /// - Throws: as ``init(modelPath:options:operators:)``.
  public convenience init(
    modelData: Data, options: Options? = nil, operators: OperatorRegistry = .standard
  ) throws {
    guard let model = try? Model(ByteSlice([UInt8](modelData))) else { throw InterpreterError.failedToLoadModel }
    try self.init(model: model, options: options, operators: operators)
  }

  /// Makes an interpreter for a model that has been loaded, and that others may use as well.
  ///
  /// - Parameter operators: what each operator means. Custom operators run once they are registered in a copy of
  ///   `OperatorRegistry.standard`.
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` when the model has been changed and is not valid any more,
  ///   when ``Options/cpu`` or `TFLITE_CPU` names what this machine lacks, or that lists every operator which is not
  ///   registered.
  public init(model: Model, options: Options? = nil, operators: OperatorRegistry = .standard) throws {
    self.model = model
    self.options = options
    // A model is a value that its owner may have changed since it was read.
    do {
      try model.verify()
    } catch {
      throw InterpreterError.tensorFlowLiteError("\(error)")
    }
    let graph = model.subgraphs[0]
    nodes = try Node.all(of: graph, in: model, registry: operators, options: options ?? Options())
    inputShapes = graph.inputs.map { graph.tensors[Int($0)].shape.map(Int.init) }
  }

  /// Prepares every operator and lays out the memory of all tensors. Values of inputs are lost, and variable tensors are
  /// reset.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` that names the operator, the tensor and what does not fit.
  public func allocateTensors() throws {
    execution = nil
    execution = try makeExecution()
  }

  private func makeExecution() throws(InterpreterError) -> Execution {
    try Execution(
      model: model, nodes: nodes, inputShapes: inputShapes, options: options ?? Options(),
      isObservable: observer != nil)
  }

  /// Runs the model on the values of its inputs.
  ///
  /// - Throws: ``InterpreterError/allocateTensorsRequired`` before ``allocateTensors()``, and
  ///   ``InterpreterError/tensorFlowLiteError(_:)`` when an operator meets values that it cannot compute with; also
  ///   whatever the ``observer`` throws.
  public func invoke() throws {
    let execution = try preparedExecution()
    if let observer { try execution.run(observer: observer) } else { try execution.run() }
  }

  /// The execution to run: one that can be watched if there is an observer, else the fastest.
  private func preparedExecution() throws(InterpreterError) -> Execution {
    guard let execution else { throw InterpreterError.allocateTensorsRequired }
    guard execution.isObservable != (observer != nil) else { return execution }
    let other = try makeExecution()
    other.takeState(of: execution, inputs: graph.inputs)
    self.execution = other
    return other
  }

  /// Gives every variable tensor, the state that operators keep from one run to the next, the value that it has before
  /// the first run: 0, or for int8 its zero point.
  ///
  /// - Throws: ``InterpreterError/allocateTensorsRequired`` before ``allocateTensors()``.
  public func resetVariableTensors() throws {
    guard let execution else { throw InterpreterError.allocateTensorsRequired }
    execution.resetVariables()
  }

  /// A copy of an input.
  ///
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``, ``InterpreterError/allocateTensorsRequired``,
  ///   ``InterpreterError/invalidTensorDataType``, checked in this order.
  public func input(at index: Int) throws -> Tensor {
    try checkInput(index)
    guard let tensor = try execution?.copy(of: Int(graph.inputs[index])) else {
      throw InterpreterError.allocateTensorsRequired
    }
    return tensor
  }

  /// A copy of an output.
  ///
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
  ///   ``InterpreterError/invokeInterpreterRequired``, ``InterpreterError/invalidTensorDataType``, checked in this
  ///   order.
  public func output(at index: Int) throws -> Tensor {
    guard graph.outputs.indices.contains(index) else {
      throw InterpreterError.invalidTensorIndex(index: index, maxIndex: outputTensorCount - 1)
    }
    guard let tensor = try execution?.copy(of: Int(graph.outputs[index])) else {
      throw InterpreterError.invokeInterpreterRequired
    }
    return tensor
  }

  /// Gives an input another shape; afterwards the tensors must be allocated anew.
  ///
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``, or
  ///   ``InterpreterError/failedToResizeInputTensor(index:)`` when a dimension is negative or does not fit 32 bits, when
  ///   the bytes cannot be counted, or when the input is a constant.
  public func resizeInput(at index: Int, to shape: Tensor.Shape) throws {
    try checkInput(index)
    let tensor = inputInfo(index)
    guard model.constantData(of: tensor) == nil,
      shape.dimensions.allSatisfy({ (0...Int(Int32.max)).contains($0) }),
      tensor.type.bitWidth == nil || tensor.type.byteCount(shape: shape.dimensions) != nil
    else { throw InterpreterError.failedToResizeInputTensor(index: index) }
    guard inputShapes[index] != shape.dimensions else { return }
    // A file may name one tensor as several inputs.
    for other in graph.inputs.indices where graph.inputs[other] == graph.inputs[index] {
      inputShapes[other] = shape.dimensions
    }
    execution = nil
  }

  /// Copies data into an input.
  ///
  /// - Returns: the input with its new values.
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``,
  ///   ``InterpreterError/invalidTensorDataCount(provided:required:)``, ``InterpreterError/allocateTensorsRequired``,
  ///   ``InterpreterError/failedToCopyDataToInputTensor`` for an input that is a constant, checked in this order.
  @discardableResult
  public func copy(_ data: Data, toInputAt index: Int) throws -> Tensor {
    try checkInput(index)
    let tensor = inputInfo(index)
    let required = tensor.type.byteCount(shape: inputShapes[index]) ?? 0
    guard data.count == required else {
      throw InterpreterError.invalidTensorDataCount(provided: data.count, required: required)
    }
    guard let bytes = execution?.bytes(of: Int(graph.inputs[index])) else {
      throw InterpreterError.allocateTensorsRequired
    }
    // Its values have been used when the operators were prepared.
    guard model.constantData(of: tensor) == nil else { throw InterpreterError.failedToCopyDataToInputTensor }
    data.withUnsafeBytes { bytes.copyMemory(from: $0) }
    return try input(at: index)
  }

  private func inputInfo(_ index: Int) -> TensorInfo { graph.tensors[Int(graph.inputs[index])] }

  private func checkInput(_ index: Int) throws {
    guard graph.inputs.indices.contains(index) else {
      throw InterpreterError.invalidTensorIndex(index: index, maxIndex: inputTensorCount - 1)
    }
  }
}
