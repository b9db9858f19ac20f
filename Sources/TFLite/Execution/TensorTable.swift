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
  init(_ graph: Subgraph, of model: Model, inputShapes: [[Int]], memoryLimit: Int) {
    var shapes = graph.tensors.map { $0.shape.map(Int.init) }
    for (index, shape) in zip(graph.inputs, inputShapes) { shapes[Int(index)] = shape }
    descriptors = graph.tensors.enumerated().map { index, tensor in
      TensorDescriptor(
        identity: TensorIdentity(index: index, name: tensor.name), type: tensor.type, shape: shapes[index],
        quantization: tensor.quantization, constant: model.constantData(of: tensor), isVariable: tensor.isVariable)
    }
    self.memoryLimit = memoryLimit
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
    guard let byteCount = tensor.type.byteCount(of: shape), byteCount <= memoryLimit else {
      throw .size(
        identity, tensor.identity,
        "would have the shape \(shape), which exceeds the memory limit of \(memoryLimit) bytes")
    }
    descriptors[index] = tensor.with(shape: shape)
  }
}

extension TensorType {
  /// The bytes of a tensor; nil where the size of an element is unknown or the product overflows.
  func byteCount(of shape: [Int]) -> Int? {
    var count = 1
    for dimension in shape {
      let (product, overflow) = count.multipliedReportingOverflow(by: dimension)
      guard !overflow else { return nil }
      count = product
    }
    return byteCount(elementCount: count)
  }
}

extension TensorDescriptor {
  /// The bytes of the elements; 0 for types whose elements have no fixed size.
  var byteCount: Int { type.byteCount(of: shape) ?? 0 }

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
