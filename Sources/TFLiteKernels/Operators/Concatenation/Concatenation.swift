import TFLiteSchema

/// CONCATENATION as runs of bytes.
struct Concatenation: TotalOperator {
  let outputShape: [Int]
  private let shapes: [[Int]]
  private let axis: Int
  private let elementSize: Int
  /// Runs of bytes that lie together in the output: the product of the dimensions before the axis.
  let runs: Int
  /// The bytes that each input contributes to one run.
  let bytesPerRun: [Int]
  /// How each uint8 input's values become the output's; nil copies them.
  let rescalings: [Rescaling?]
  /// nil where plain loops are asked for.
  var vector: VectorConcatenation?

  /// - Parameter shapes: of the inputs, alike in all dimensions but `axis`.
  fileprivate init(_ shapes: [[Int]], axis: Int, elementSize: Int, rescalings: [Rescaling?]) {
    self.shapes = shapes
    self.axis = axis
    self.elementSize = elementSize
    self.rescalings = rescalings
    var shape = shapes[0]
    shape[axis] = shapes.reduce(0) { $0 + $1[axis] }
    outputShape = shape
    runs = shape.contains(0) ? 0 : shape[..<axis].wrappingProduct
    bytesPerRun = shapes.map { $0[axis...].wrappingProduct &* elementSize }
  }

  var outputShapes: [[Int]] { [outputShape] }
  /// Values that are rescaled are looked up.
  var path: KernelPath { rescalings.contains { $0 != nil } ? vector == nil ? .plain : .vector : .copy }

  /// Inputs that are copied in one piece.
  var inputsInPlace: [InputInPlace] {
    guard runs == 1 else { return [] }
    var places: [InputInPlace] = []
    var offset = 0
    for (input, byteCount) in bytesPerRun.enumerated() {
      if rescalings[input] == nil { places.append(InputInPlace(input: input, byteOffset: offset)) }
      offset += byteCount
    }
    return places
  }

  func run(_ call: OperatorCall) {
    guard let vector else { return runReference(call) }
    vector.run(call)
  }
}

extension Concatenation {
  func preceding(_ order: DimensionOrder, constants: Set<Int>) -> (any PreparedOperator)? {
    guard constants.isEmpty else { return nil }
    var moved = Concatenation(
      shapes.map { order.input(of: $0) }, axis: order.axes[axis], elementSize: elementSize, rescalings: rescalings)
    moved.vector = vector?.laidOut(as: moved)
    return moved
  }
}

/// The float32 rescaling of a uint8 input of CONCATENATION.
struct Rescaling: Equatable, Sendable {
  let scale: Float
  let bias: Float
  let outputZeroPoint: Int32
}

/// CONCATENATION: tensors are laid one behind the other along one dimension.
///
/// Inputs: one or more tensors of one type, alike in all dimensions but `axis`. Output: their shape, with the sum of
/// their sizes there. uint8 inputs are rescaled to the output's scale and zero point, and become the zero point where they have
/// no scale; int8 inputs must share both, and all others are copied as they are, int4 among them.
///
/// Source: `tflite/kernels/concatenation.cc`; `tflite/kernels/internal/reference/concatenation.h`.
enum ConcatenationOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.copy(), .vector(.uint8)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...Int(Int32.max))
    return try context.movingUnpacked([.int4], prepareBytes)
  }

  private static func prepareBytes(_ context: OperatorContext) throws -> any PreparedOperator {
    let first = try context.input(0)
    let output = context.output(0)
    let options = try context.optionsOrDefaults(ConcatenationOptions.self)
    guard options.fusedActivationFunction == .none else {
      throw KernelError.option(
        context.identity, name: "fused_activation_function", found: "\(options.fusedActivationFunction)",
        expected: "NONE")
    }
    let axis = try context.axis(options.axis, of: first)
    let elementSize = try context.elementSize(of: first)
    try context.require(output, sameTypeAs: first)

    var shapes: [[Int]] = []
    var rescalings: [Rescaling?] = []
    for position in context.inputs.indices {
      let input = try context.input(position)
      try context.require(input, sameTypeAs: first)
      guard input.rank == first.rank else {
        throw KernelError.shape(
          context.identity, input.identity, found: input.shape, expected: "\(first.rank) dimensions")
      }
      guard first.shape.indices.allSatisfy({ $0 == axis || input.shape[$0] == first.shape[$0] }) else {
        throw KernelError.shape(
          context.identity, input.identity, found: input.shape,
          expected: "\(first.shape) in every dimension but \(axis)")
      }
      shapes.append(input.shape)
      rescalings.append(try rescaling(context, input: input, output: output))
    }
    var concatenation = Concatenation(shapes, axis: axis, elementSize: elementSize, rescalings: rescalings)
    concatenation.vector = try (context.microkernels?.tables).map { kernels throws(KernelError) in
      try VectorConcatenation(context, kernels, concatenation)
    }
    return concatenation
  }

  private static func rescaling(
    _ context: OperatorContext, input: TensorDescriptor, output: TensorDescriptor
  ) throws(KernelError) -> Rescaling? {
    switch input.type {
    case .uint8 where !input.isQuantized && output.isQuantized:
      // To TFLite, a scale that is missing is 0.
      return Rescaling(scale: 0, bias: 0, outputZeroPoint: try context.perTensorQuantization(output).zeroPoint)
    case .uint8 where input.isQuantized:
      let (from, to) = (try context.perTensorQuantization(input), try context.perTensorQuantization(output))
      guard from != to else { return nil }
      let scale = from.scale * (1 / to.scale)
      return Rescaling(scale: scale, bias: Float(-from.zeroPoint) * scale, outputZeroPoint: to.zeroPoint)
    case .int8:
      try context.require(input, sameMeaningAs: output)
      return nil
    default:
      return nil
    }
  }
}
