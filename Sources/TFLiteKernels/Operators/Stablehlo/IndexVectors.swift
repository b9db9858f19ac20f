import TFLiteSchema

/// Vectors of indices along one dimension of a tensor, int32 or int64.
struct IndexVectors: Sendable {
  /// Which input of the operator the tensor is.
  let position: Int
  let type: TensorType
  /// The tensor's dimensions but for the vectors', and elements to step along each of them.
  let shape: [Int]
  private let strides: [Int]
  /// How many parts a vector has, and elements to step from one to the next.
  let length: Int
  private let partStride: Int

  var count: Int { shape.wrappingProduct }

  /// - Parameter dimension: an option that says along which dimension the vectors lie.
  init(_ context: OperatorContext, position: Int, along dimension: Int64) throws(KernelError) {
    let tensor = try context.input(position)
    try context.require(tensor, type: .int32, .int64)
    guard (0..<Int64(tensor.rank)).contains(dimension) else {
      throw .option(
        context.identity, name: "index_vector_dim", found: "\(dimension)",
        expected: "a dimension of \(tensor.identity), which has \(tensor.rank)")
    }
    let axis = Int(dimension)
    var (shape, strides) = (tensor.shape, tensor.shape.rowMajorStrides)
    self.position = position
    type = tensor.type
    length = shape.remove(at: axis)
    partStride = strides.remove(at: axis)
    (self.shape, self.strides) = (shape, strides)
  }

  /// One part of a vector.
  func index(part: Int, ofVector vector: Int, _ call: OperatorCall) -> Int {
    let element = place(ofVector: vector, strides) + part * partStride
    return type == .int64
      ? Int(truncatingIfNeeded: call.input(position, as: Int64.self)[element])
      : Int(call.input(position, as: Int32.self)[element])
  }

  /// The element of another tensor for a vector, given elements to step there along each dimension.
  func place(ofVector vector: Int, _ strides: [Int]) -> Int {
    var (rest, place) = (vector, 0)
    for axis in shape.indices.reversed() {
      place += rest % shape[axis] * strides[axis]
      rest /= shape[axis]
    }
    return place
  }
}

extension OperatorContext {
  /// An option that names dimensions of a tensor, each of them once.
  func dimensions(
    _ values: [Int64], _ name: String, below rank: Int, count: Int? = nil
  ) throws(KernelError) -> [Int] {
    guard values.allSatisfy({ (0..<Int64(rank)).contains($0) }), Set(values).count == values.count,
      count ?? values.count == values.count
    else {
      throw .option(
        identity, name: name, found: "\(values)",
        expected: "\(count.map { "\($0) " } ?? "")different dimensions below \(rank)")
    }
    return values.map { Int($0) }
  }
}
