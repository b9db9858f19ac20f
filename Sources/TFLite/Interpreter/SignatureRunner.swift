#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import TFLiteFlatBuffers
import TFLiteSchema

/// Runs one signature of a model: a subgraph whose inputs and outputs have names.
///
/// ``Interpreter/signatureRunner(with:)`` makes one. It must not be used by two threads at once, nor beside its
/// interpreter on another thread.
public final class SignatureRunner {
  /// The key of the signature.
  public let signatureKey: String

  /// The names of the inputs, in the order of their bytes.
  public let inputs: [String]

  /// The names of the outputs, in the order of their bytes.
  public let outputs: [String]

  /// Why the last call threw ``SignatureRunnerError/failedToAllocateTensors`` or
  /// ``SignatureRunnerError/failedToInvokeSignature(signatureKey:)``: an error that names operator, tensor and cause.
  public private(set) var failureReason: InterpreterError?

  private let session: SubgraphSession
  private let inputTensors: [String: Int]
  private let outputTensors: [String: Int]

  /// - Throws: what ``allocateTensors()`` throws, as an ``InterpreterError`` that says why.
  init(_ signature: SignatureDef, session: SubgraphSession) throws(InterpreterError) {
    signatureKey = signature.signatureKey
    self.session = session
    // Tensors inside of the subgraph share their memory with others, so that a file must not name them.
    inputTensors = Self.tensors(signature.inputs, among: session.graph.inputs)
    outputTensors = Self.tensors(signature.outputs, among: session.graph.outputs + session.graph.inputs)
    inputs = Self.names(signature.inputs)
    outputs = Self.names(signature.outputs)
    if !session.isAllocated { try session.allocate() }
  }

  // MARK: Running

  /// Allocates the tensors if an input has been resized, copies the inputs, and runs the signature.
  ///
  /// - Parameter inputs: The bytes of inputs by name; those that are not named keep their values.
  /// - Throws: ``SignatureRunnerError``: for a name that there is not, and for data of a wrong size, before anything is
  ///   copied; ``SignatureRunnerError/failedToInvokeSignature(signatureKey:)`` when an operator meets values that it cannot
  ///   compute with, and ``failureReason`` says which.
  public func invoke(with inputs: [String: Data]) throws {
    try allocateTensors()
    for (name, data) in inputs.sorted(by: { $0.key < $1.key }) {
      let tensor = try inputTensor(name)
      try translated { () throws(InterpreterError) in try session.checkByteCount(of: data, for: tensor) }
    }
    for (name, data) in inputs { try copy(data, toInputNamed: name) }
    do {
      try session.run()
    } catch {
      failureReason = InterpreterError(wrapping: error)
      throw SignatureRunnerError.failedToInvokeSignature(signatureKey: signatureKey)
    }
  }

  /// Allocates the tensors if an input has been resized. ``invoke(with:)`` does so by itself.
  ///
  /// - Throws: ``SignatureRunnerError/failedToAllocateTensors``; ``failureReason`` says why.
  public func allocateTensors() throws {
    guard !session.isAllocated else { return }
    do {
      try session.allocate()
    } catch {
      failureReason = error
      throw SignatureRunnerError.failedToAllocateTensors
    }
  }

  // MARK: Inputs and outputs

  /// A copy of an input.
  ///
  /// - Throws: ``SignatureRunnerError/failedToGetTensor(tensorType:nameInSignature:)``,
  ///   ``SignatureRunnerError/allocateTensorsRequired``, ``SignatureRunnerError/invalidTensorDataType``, checked in this
  ///   order.
  public func input(named name: String) throws -> Tensor {
    try copy(of: try inputTensor(name))
  }

  /// A copy of an output.
  ///
  /// - Throws: as ``input(named:)``; ``SignatureRunnerError/allocateTensorsRequired`` also before ``invoke(with:)`` where
  ///   only a run tells the shape.
  public func output(named name: String) throws -> Tensor {
    guard let tensor = outputTensors[name] else {
      throw SignatureRunnerError.failedToGetTensor(tensorType: "output", nameInSignature: name)
    }
    return try copy(of: tensor)
  }

  /// Gives an input another shape; unless it is the one that it has, the tensors must be allocated anew.
  ///
  /// - Throws: ``SignatureRunnerError/failedToResizeInputTensor(inputName:)`` for a name that there is not, or a shape
  ///   that no tensor can have.
  public func resizeInput(named name: String, toShape shape: Tensor.Shape) throws {
    guard let tensor = inputTensors[name], try session.resize(tensor, to: shape.dimensions) else {
      throw SignatureRunnerError.failedToResizeInputTensor(inputName: name)
    }
  }

  /// Copies data into an input: its elements, little-endian, in row-major order.
  ///
  /// - Throws: ``SignatureRunnerError/failedToGetTensor(tensorType:nameInSignature:)``,
  ///   ``SignatureRunnerError/invalidTensorDataCount(provided:required:)``,
  ///   ``SignatureRunnerError/allocateTensorsRequired``, ``SignatureRunnerError/failedToCopyDataToInputTensor`` for a
  ///   constant, checked in this order.
  public func copy(_ data: Data, toInputNamed name: String) throws {
    let tensor = try inputTensor(name)
    try translated { () throws(InterpreterError) in try session.copy(data, to: tensor) }
  }

  func copy(byteStrings strings: [ByteSlice], toInputNamed name: String) throws {
    let tensor = try inputTensor(name)
    try translated { () throws(InterpreterError) in try session.copy(strings, to: tensor) }
  }

  private func inputTensor(_ name: String) throws(SignatureRunnerError) -> Int {
    guard let tensor = inputTensors[name] else {
      throw .failedToGetTensor(tensorType: "input", nameInSignature: name)
    }
    return tensor
  }

  private func copy(of tensor: Int) throws -> Tensor {
    let copied = try translated { () throws(InterpreterError) in try session.copy(of: tensor) }
    guard let copied else { throw SignatureRunnerError.allocateTensorsRequired }
    return copied
  }

  /// Throws errors of the subgraph as those of a signature that mean the same.
  private func translated<Success>(_ body: () throws(InterpreterError) -> Success) throws -> Success {
    do {
      return try body()
    } catch {
      switch error {
      case .invalidTensorDataCount(let provided, let required):
        throw SignatureRunnerError.invalidTensorDataCount(provided: provided, required: required)
      case .allocateTensorsRequired: throw SignatureRunnerError.allocateTensorsRequired
      case .failedToCopyDataToInputTensor: throw SignatureRunnerError.failedToCopyDataToInputTensor
      case .invalidTensorDataType: throw SignatureRunnerError.invalidTensorDataType
      default: throw error
      }
    }
  }

  private static func tensors(_ map: [TensorMap], among allowed: [Int32]) -> [String: Int] {
    let named = map.filter { allowed.contains(Int32(truncatingIfNeeded: $0.tensorIndex)) }
    return Dictionary(named.map { ($0.name, Int($0.tensorIndex)) }) { first, _ in first }
  }

  /// In the order of upstream's map.
  private static func names(_ map: [TensorMap]) -> [String] {
    map.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
