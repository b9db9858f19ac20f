import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema

/// What is known of every tensor of a subgraph: all of it once the operators before it have been prepared, or have run.
struct TensorTable {
  private(set) var descriptors: [TensorDescriptor]
  /// Tensors whose shapes only a run can tell.
  private(set) var dynamic: Set<Int> = []
  private let memoryLimit: Int

  /// Starts with the shapes in the file and those that the inputs really have.
  ///
  /// - Throws: ``InterpreterError/tensorFlowLiteError(_:)`` for a sparse constant, which no operator reads yet, and for
  ///   an input or a variable that exceeds the memory limit.
  ///   Outputs of operators are checked when their shapes are known: what the file says of them may be outdated.
  init(_ graph: Subgraph, of model: Model, inputShapes: [[Int]], memoryLimit: Int) throws(InterpreterError) {
    var shapes = graph.tensors.map { $0.shape.map(Int.init) }
    for (index, shape) in zip(graph.inputs, inputShapes) { shapes[Int(index)] = shape }
    descriptors = graph.tensors.enumerated().map { index, tensor in
      TensorDescriptor(
        identity: TensorIdentity(index: index, name: tensor.name), type: tensor.type, shape: shapes[index],
        quantization: tensor.quantization, constant: model.constantData(of: tensor), isVariable: tensor.isVariable)
    }
    self.memoryLimit = memoryLimit
    for (tensor, descriptor) in zip(graph.tensors, descriptors)
    where tensor.sparsity != nil && descriptor.constant != nil {
      throw .tensorFlowLiteError("\(descriptor.identity) is sparse; sparse constants cannot be read")
    }
    let variables = graph.tensors.indices.filter { graph.tensors[$0].isVariable }
    for index in graph.inputs.map(Int.init) + variables { try checkSize(of: descriptors[index]) }
  }

  private func checkSize(of tensor: TensorDescriptor) throws(InterpreterError) {
    guard tensor.type.bitWidth == nil || isAllowed(tensor.shape, of: tensor.type) else {
      throw .tensorFlowLiteError(
        "\(tensor.identity) has the shape \(tensor.shape), which exceeds the memory limit of \(memoryLimit) bytes")
    }
  }

  private func isAllowed(_ shape: [Int], of type: TensorType) -> Bool {
    type.byteCount(shape: shape).map { $0 <= memoryLimit } ?? false
  }

  /// Marks outputs whose shapes only a run can tell.
  mutating func setDynamic(_ indices: [Int32]) {
    dynamic.formUnion(indices.map(Int.init))
  }

  /// Sets the shape of an output, once it is known that its bytes can be counted and are allowed.
  mutating func setShape(_ shape: [Int], of index: Int, by identity: OperatorIdentity) throws(KernelError) {
    let tensor = descriptors[index]
    guard shape.allSatisfy({ (0...Int(Int32.max)).contains($0) }) else {
      throw .size(
        identity, tensor.identity, "would have the shape \(shape), with a dimension outside 0 to \(Int32.max)")
    }
    guard isAllowed(shape, of: tensor.type) else {
      throw .size(
        identity, tensor.identity,
        "would have the shape \(shape), which exceeds the memory limit of \(memoryLimit) bytes")
    }
    descriptors[index] = tensor.with(shape: shape)
  }
}

extension TensorDescriptor {
  /// The bytes of the elements; 0 for types whose elements have no fixed size.
  var byteCount: Int { type.byteCount(shape: shape) ?? 0 }

  /// The same tensor with another shape.
  func with(shape: [Int]) -> TensorDescriptor {
    TensorDescriptor(
      identity: identity, type: type, shape: shape, quantization: quantization, constant: constant,
      isVariable: isVariable)
  }

  /// The same tensor with values that have become known.
  func with(values: ByteSlice) -> TensorDescriptor {
    TensorDescriptor(
      identity: identity, type: type, shape: shape, quantization: quantization, constant: values,
      isVariable: isVariable)
  }
}
