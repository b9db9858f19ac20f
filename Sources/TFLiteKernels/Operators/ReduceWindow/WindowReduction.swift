import TFLiteSchema

/// REDUCE_WINDOW and STABLEHLO_REDUCE_WINDOW.
struct WindowReduction: TotalOperator {
  /// The tensor that the window moves over.
  let shape: [Int]
  let axes: [ReducedAxis]
  let type: TensorType
  let elementSize: Int
  let function: ReduceWindowFunction
  /// Where the input's elements go in that tensor, whose other elements are the initial value; nil where the input is
  /// that tensor.
  var padding: StridedCopy?

  var outputShapes: [[Int]] { [axes.map(\.outputSize)] }
  var scratchByteCount: Int { padding == nil ? 0 : shape.reduce(elementSize) { $0.clampedProduct($1) } }

  func run(_ call: OperatorCall) {
    if let padding {
      call.scratch.fill(
        with: UnsafeRawBufferPointer(start: call.inputBytes(1), count: elementSize), count: shape.wrappingProduct,
        call.workers)
      padding.run(from: call.inputBytes(0), to: call.scratch, workers: call.workers)
    }
    call.workers.forEachRange(of: axes.map(\.outputSize).wrappingProduct) { outputs in
      switch type {
      case .float32: run(call, outputs, Float.self)
      case .float64: run(call, outputs, Double.self)
      case .uint8: run(call, outputs, UInt8.self)
      case .int16: run(call, outputs, Int16.self)
      case .int32: run(call, outputs, Int32.self)
      case .int64: run(call, outputs, Int64.self)
      // Truth values are bytes here, so that a sum counts.
      default: run(call, outputs, Int8.self)
      }
    }
  }

  private func run<Element: CombinableElement & Numeric & Comparable>(
    _ call: OperatorCall, _ outputs: Range<Int>, _ element: Element.Type
  ) {
    switch function {
    case .add: runReference(call, outputs, element) { $0.plus($1) }
    case .mul: runReference(call, outputs, element) { $0.times($1) }
    case .minimum: runReference(call, outputs, element) { $0 <= $1 ? $0 : $1 }
    case .maximum: runReference(call, outputs, element) { $0 >= $1 ? $0 : $1 }
    case .all: runReference(call, outputs, element) { $0 != 0 && $1 != 0 ? 1 : 0 }
    default: runReference(call, outputs, element) { $0 != 0 || $1 != 0 ? 1 : 0 }
    }
  }
}

/// How a window moves along one dimension.
struct ReducedAxis: Equatable, Sendable {
  let windowSize: Int
  let stride: Int
  /// The distance of neighbors in the window.
  let dilation: Int
  /// How many places the window has among as many elements.
  let outputSize: Int

  init(size: Int, windowSize: Int, stride: Int, dilation: Int) {
    (self.windowSize, self.stride, self.dilation) = (windowSize, stride, dilation)
    // All factors stem from 32-bit fields, so that products cannot overflow.
    let reach = (windowSize - 1) * dilation + 1
    outputSize = size < reach ? 0 : (size - reach) / stride + 1
  }
}

extension KernelDeclaration {
  static let windowReductions = KernelDeclaration.plain(
    .float32, .float64, .uint8, .int8, .int16, .int32, .int64, .bool)
}

extension OperatorContext {
  /// The tensor that a window moves over, checked with the initial value behind it and the output.
  func reducedInput(of definition: any OperatorDefinition.Type) throws(KernelError) -> TensorDescriptor {
    let (input, initial) = (try input(0), try input(1))
    try requireActivationType(of: definition)
    try require(output(0), sameTypeAs: input)
    try require(initial, sameTypeAs: input)
    try requireElements(initial)
    try require(input, rank: 1...6)
    return input
  }
}
