import TFLiteSchema

extension ParityRow {
  static let reduceWindow =
    rows("REDUCE_WINDOW", windowKinds) { $0.reduceWindow($1) }
    + rows("STABLEHLO_REDUCE_WINDOW", windowKinds) { $0.stablehloReduceWindow($1) }

  private static let windowKinds: [ElementKind] = [.float32, .float64, .uint8, .int8, .int16, .int32, .int64, .bool]
}

extension SplitMix64 {
  /// A window's sizes, steps and dilations on a tensor, and how often it fits: at least once, because the C interface
  /// hands out no results without elements.
  private mutating func reducedWindow(
    on shape: [Int]
  ) -> (sizes: [Int], strides: [Int], dilations: [Int], output: [Int]) {
    let sizes = shape.map { int(1...min(3, $0)) }
    let strides = shape.map { _ in int(1...3) }
    let dilations = zip(shape, sizes).map { $0 > 2 * ($1 - 1) && chance(0.3) ? 2 : 1 }
    let output = shape.indices.map { axis in
      let reach = (sizes[axis] - 1) * dilations[axis] + 1
      return (shape[axis] - reach) / strides[axis] + 1
    }
    return (sizes, strides, dilations, output)
  }

  fileprivate mutating func reduceWindow(_ kind: ElementKind) -> OperatorCase {
    let shape = shape(rank: int(1...5), limit: 300)
    let window = reducedWindow(on: shape)
    let functions: [ReduceWindowFunction] = [.add, .mul, .minimum, .maximum, .all, .any]
    let function = chance(0.03) ? .unsupported : pick(functions)
    func fixed(_ values: [Int]) -> TensorSketch { parameters(values, types: [.int64]) }
    return OperatorCase(
      code: .reduceWindow, options: ReduceWindowOptions { $0.reduceFunction = function },
      inputs: [
        combinable(kind, shape), combinable(kind, []), fixed(window.sizes), fixed(window.strides),
        fixed(window.dilations),
      ], outputs: [TensorSketch(type: kind.tensorType, shape: window.output)])
  }

  fileprivate mutating func stablehloReduceWindow(_ kind: ElementKind) -> OperatorCase {
    while true {
      let shape = shape(rank: int(1...4), limit: 100)
      let gaps = shape.map { _ in chance(0.3) ? int(2...3) : 1 }
      let padding = shape.flatMap { _ in chance(0.4) ? [int(-2...3), int(-2...3)] : [0, 0] }
      let places = shape.indices.map { axis in
        (shape[axis] - 1) * gaps[axis] + 1 + padding[2 * axis] + padding[2 * axis + 1]
      }
      guard places.allSatisfy({ $0 > 0 }) else { continue }
      let window = reducedWindow(on: places)
      func option(_ values: [Int], default: Int) -> [Int64] {
        values.allSatisfy { $0 == `default` } && chance(0.5) ? [] : values.map { Int64($0) }
      }
      var made = OperatorCase(
        code: .stablehloReduceWindow,
        options: StablehloReduceWindowOptions {
          $0.windowDimensions = window.sizes.map { Int64($0) }
          $0.windowStrides = option(window.strides, default: 1)
          $0.windowDilations = option(window.dilations, default: 1)
          $0.baseDilations = option(gaps, default: 1)
          $0.padding = option(padding, default: 0)
          $0.bodySubgraphIndex = 1
        }, inputs: [combinable(kind, shape), combinable(kind, [], isConstant: chance(0.7))],
        outputs: [TensorSketch(type: kind.tensorType, shape: window.output)])
      made.computation = [pick(kind.windowComputations)]
      return made
    }
  }
}

extension ElementKind {
  /// What a subgraph on two elements of this type can be.
  fileprivate var windowComputations: [BuiltinOperator] {
    let any: [BuiltinOperator] = [.stablehloAdd, .stablehloMultiply, .stablehloMaximum, .stablehloMinimum]
    return switch self {
    case .float32, .int32, .int64: any + [.add, .mul, .maximum, .minimum]
    case .bool: any + [.logicalAnd, .logicalOr]
    default: any
    }
  }
}
