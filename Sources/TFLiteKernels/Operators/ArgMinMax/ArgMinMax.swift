import TFLiteSchema

/// ARG_MAX or ARG_MIN.
struct ArgMinMax: TotalOperator {
  let outputShape: [Int]
  private let body: @Sendable (OperatorCall) -> Void

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) { body(call) }
}

extension ArgMinMax {
  @inline(__always)
  static func prepare<Better: Relation>(
    _ context: OperatorContext, outputType: TensorType, _ better: Better.Type
  ) throws -> ArgMinMax {
    try context.requireOperands(inputs: 2...2)
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(input, type: .float32, .uint8, .int8, .int32, .bool)
    guard outputType == .int32 || outputType == .int64 else {
      throw KernelError.option(
        context.identity, name: "output_type", found: "\(outputType)", expected: "INT32 or INT64")
    }
    try context.require(output, type: outputType)
    let axis = try context.axis(in: try context.input(1), of: input)
    let sizes = AxisSizes(input.shape, axis: axis)
    guard sizes.along > 0 else {
      throw KernelError.shape(
        context.identity, input.identity, found: input.shape, expected: "at least 1 element along dimension \(axis)")
    }
    let outputShape = Array(input.shape[..<axis] + input.shape[(axis + 1)...])
    let isWide = outputType == .int64
    func body<Element: Comparable & Sendable>(_ element: Element.Type) -> ArgMinMax {
      ArgMinMax(outputShape: outputShape) { call in
        guard !outputShape.contains(0) else { return }
        if isWide {
          runArgReference(call, sizes, element, Int64.self, better)
        } else {
          runArgReference(call, sizes, element, Int32.self, better)
        }
      }
    }
    return switch input.type {
    case .float32: body(Float.self)
    case .uint8: body(UInt8.self)
    case .int8: body(Int8.self)
    case .int32: body(Int32.self)
    default: body(TruthValue.self)
    }
  }
}
