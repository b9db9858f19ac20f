import TFLiteSchema

/// A tensor of indices that a run reads and checks.
struct IndexTensor: Sendable {
  let identity: OperatorIdentity
  let tensor: TensorIdentity
  let type: TensorType
  /// Which input of the operator it is.
  let position: Int

  init(_ context: OperatorContext, position: Int) throws(KernelError) {
    let tensor = try context.input(position)
    try context.require(tensor, type: .int32, .int64, .int16)
    identity = context.identity
    self.tensor = tensor.identity
    type = tensor.type
    self.position = position
  }

  /// The index at a place within the tensor.
  ///
  /// - Throws: ``KernelError/value(_:_:_:)`` when it is negative or not below the limit.
  @inline(__always)
  func index(at place: Int, of call: OperatorCall, below limit: Int) throws -> Int {
    let index =
      switch type {
      case .int64: Int(truncatingIfNeeded: call.input(position, as: Int64.self)[place])
      case .int16: Int(call.input(position, as: Int16.self)[place])
      default: Int(call.input(position, as: Int32.self)[place])
      }
    guard index >= 0, index < limit else {
      throw KernelError.value(
        identity, tensor, "holds the index \(index) at place \(place), expected at least 0 and less than \(limit)")
    }
    return index
  }
}

/// Where indices of several dimensions lead: to slices that lie together.
struct SliceIndex: Sendable {
  /// How many slices are asked for.
  let count: Int
  /// The sizes of the dimensions that are indexed.
  let sizes: [Int]
  /// Elements to step in the sliced tensor for one step of each index.
  let strides: [Int]
  /// The elements of one slice.
  let sliceSize: Int

  /// The meaning of an index tensor, whose last dimension has one index for each of the first dimensions of `shape`.
  init(indices: [Int], into shape: [Int]) {
    count = indices.dropLast().wrappingProduct
    let depth = indices.last ?? 0
    sizes = Array(shape.prefix(depth))
    strides = Array(shape.rowMajorStrides.prefix(depth))
    sliceSize = shape.dropFirst(depth).wrappingProduct
  }

  /// The first element of a slice.
  @inline(__always)
  func start(ofSlice slice: Int, _ indices: IndexTensor, _ call: OperatorCall) throws -> Int {
    var start = 0
    for (axis, size) in sizes.enumerated() {
      start += try indices.index(at: slice * sizes.count + axis, of: call, below: size) * strides[axis]
    }
    return start
  }
}
