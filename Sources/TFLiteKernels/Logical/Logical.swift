import TFLiteSchema

/// LOGICAL_AND and LOGICAL_OR: of pairs of truth values of two tensors, whose shapes stretch to one.
enum LogicalAndOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    BinaryArithmetic(try context.logicalOperands().broadcast, Conjunction())
  }
}

enum LogicalOrOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    BinaryArithmetic(try context.logicalOperands().broadcast, Disjunction())
  }
}

/// A stored truth value: any byte but 0 is true, so that no byte of a file is a bad one.
struct TruthValue: Comparable, Sendable, BitwiseCopyable {
  let byte: UInt8

  var isTrue: Bool { byte != 0 }

  init(_ isTrue: Bool) { byte = isTrue ? 1 : 0 }

  static func == (left: TruthValue, right: TruthValue) -> Bool { left.isTrue == right.isTrue }
  static func < (left: TruthValue, right: TruthValue) -> Bool { !left.isTrue && right.isTrue }
}

struct Conjunction: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: TruthValue, _ right: TruthValue) -> TruthValue {
    TruthValue(left.isTrue && right.isTrue)
  }
}

struct Disjunction: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ left: TruthValue, _ right: TruthValue) -> TruthValue {
    TruthValue(left.isTrue || right.isTrue)
  }
}

extension OperatorContext {
  fileprivate func logicalOperands() throws(KernelError) -> BinaryOperands {
    let operands = try arithmeticOperands()
    try require(operands.left, type: .bool)
    return operands
  }
}
