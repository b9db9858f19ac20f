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
