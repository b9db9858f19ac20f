import TFLiteSchema

/// How two elements become one, and what an output starts with.
///
/// Source: `tflite/kernels/reduce.cc`, EvalType.
protocol Fold: Sendable {
  associatedtype Element: BitwiseCopyable

  static var initial: Element { get }
  static func combine(_ current: Element, _ next: Element) -> Element
}

enum SumFold<Element: ArithmeticElement & BitwiseCopyable>: Fold {
  static var initial: Element { 0 }

  @inline(__always)
  static func combine(_ current: Element, _ next: Element) -> Element { next.plus(current) }
}

enum ProductFold<Element: ArithmeticElement & BitwiseCopyable>: Fold {
  static var initial: Element { 1 }

  @inline(__always)
  static func combine(_ current: Element, _ next: Element) -> Element { next.times(current) }
}

enum MaximumFold<Element: ArithmeticElement & BitwiseCopyable>: Fold {
  static var initial: Element { .lowest }

  @inline(__always)
  static func combine(_ current: Element, _ next: Element) -> Element { next > current ? next : current }
}

enum MinimumFold<Element: ArithmeticElement & BitwiseCopyable>: Fold {
  static var initial: Element { .highest }

  @inline(__always)
  static func combine(_ current: Element, _ next: Element) -> Element { next < current ? next : current }
}

/// REDUCE_ANY, and the sum and the maximum of truth values.
enum AnyFold: Fold {
  static var initial: TruthValue { TruthValue(false) }

  @inline(__always)
  static func combine(_ current: TruthValue, _ next: TruthValue) -> TruthValue {
    TruthValue(current.isTrue || next.isTrue)
  }
}

/// REDUCE_ALL, and the product and the minimum of truth values.
enum AllFold: Fold {
  static var initial: TruthValue { TruthValue(true) }

  @inline(__always)
  static func combine(_ current: TruthValue, _ next: TruthValue) -> TruthValue {
    TruthValue(current.isTrue && next.isTrue)
  }
}

extension Reduction {
  /// A reduction whose accumulators are the output's elements.
  init<Folding: Fold>(_ geometry: ReductionGeometry, folding fold: Folding.Type) {
    self.init(geometry) { call in runFoldReference(call, geometry, fold) }
  }
}

/// REDUCE_MAX: the largest element along some dimensions.
enum ReduceMaxOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let (geometry, input) = (try context.reduction(), try context.input(0))
    try context.require(input, type: .float32, .int32, .int64, .uint8, .int8, .int16, .bool)
    try context.requireSameQuantizationOfReduction()
    return switch input.type {
    case .float32: Reduction(geometry, folding: MaximumFold<Float>.self)
    case .int32: Reduction(geometry, folding: MaximumFold<Int32>.self)
    case .int64: Reduction(geometry, folding: MaximumFold<Int64>.self)
    case .uint8: Reduction(geometry, folding: MaximumFold<UInt8>.self)
    case .int8: Reduction(geometry, folding: MaximumFold<Int8>.self)
    case .int16: Reduction(geometry, folding: MaximumFold<Int16>.self)
    default: Reduction(geometry, folding: AnyFold.self)
    }
  }
}

/// REDUCE_MIN: the smallest element along some dimensions.
enum ReduceMinOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let (geometry, input) = (try context.reduction(), try context.input(0))
    try context.require(input, type: .float32, .int32, .int64, .uint8, .int8, .int16, .bool)
    try context.requireSameQuantizationOfReduction()
    return switch input.type {
    case .float32: Reduction(geometry, folding: MinimumFold<Float>.self)
    case .int32: Reduction(geometry, folding: MinimumFold<Int32>.self)
    case .int64: Reduction(geometry, folding: MinimumFold<Int64>.self)
    case .uint8: Reduction(geometry, folding: MinimumFold<UInt8>.self)
    case .int8: Reduction(geometry, folding: MinimumFold<Int8>.self)
    case .int16: Reduction(geometry, folding: MinimumFold<Int16>.self)
    default: Reduction(geometry, folding: AllFold.self)
    }
  }
}

/// REDUCE_ANY: whether any element along some dimensions is true.
enum ReduceAnyOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let geometry = try context.reduction()
    try context.require(try context.input(0), type: .bool)
    return Reduction(geometry, folding: AnyFold.self)
  }
}

/// REDUCE_ALL: whether all elements along some dimensions are true.
enum ReduceAllOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let geometry = try context.reduction()
    try context.require(try context.input(0), type: .bool)
    return Reduction(geometry, folding: AllFold.self)
  }
}
