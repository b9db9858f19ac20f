import TFLiteElementaryFunctions
import TFLiteSchema

/// POW: elements of the first tensor to the power of those of the second.
///
/// Inputs: two tensors of one type, whose shapes are broadcast to one. Output: that shape, of the same type. int32
/// exponents must not be negative.
///
/// One whole exponent for all elements is a sequence of multiplications; all other powers are those of the mathematical
/// library.
///
/// Source: `tflite/kernels/pow.cc`; `tflite/kernels/internal/reference/reference_ops.h`, Pow;
/// `tflite/kernels/internal/optimized/optimized_ops.h`, BroadcastPow4D, which the reference resolver runs, too.
enum PowOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let operands = try context.arithmeticOperands()
    try context.require(operands.left, type: .float32, .int32)
    let hasOneExponent = operands.right.elementCount == 1 && operands.left.shape != operands.right.shape
    guard operands.type == .int32 else {
      return Power(
        broadcast: operands.broadcast, hasOneExponent: hasOneExponent, wholeExponent: wholeExponent(of:), RealPower())
    }
    let power = Power(
      broadcast: operands.broadcast, hasOneExponent: hasOneExponent, wholeExponent: { $0 >= 1 ? $0 : nil },
      IntegerPower())
    return try context.checked(power, input: 1, as: Int32.self, expected: "no negative exponent") { $0 >= 0 }
  }

  /// The whole number that an exponent is near to, if it is 1 or more.
  private static func wholeExponent(of exponent: Float) -> Int32? {
    let rounded = exponent.rounded(.toNearestOrAwayFromZero)
    guard rounded >= 1, rounded < 0x1p31, abs(exponent - rounded) < 1e-5 else { return nil }
    return Int32(rounded)
  }
}

/// POW of one type.
struct Power: TotalOperator {
  let broadcast: Broadcast
  private let body: @Sendable (OperatorCall) -> Void

  var outputShapes: [[Int]] { [broadcast.outputShape] }

  init<Operation: BinaryOperation>(
    broadcast: Broadcast, hasOneExponent: Bool, wholeExponent: @escaping @Sendable (Operation.Input) -> Int32?,
    _ operation: Operation
  ) where Operation.Input: ArithmeticElement, Operation.Output == Operation.Input {
    self.broadcast = broadcast
    body = { call in
      if hasOneExponent, let exponent = wholeExponent(call.input(1, as: Operation.Input.self).pointee) {
        runReference(call, broadcast, RepeatedMultiplication<Operation.Input>(exponent: exponent))
      } else {
        runReference(call, broadcast, operation)
      }
    }
  }

  func run(_ call: OperatorCall) { body(call) }
}

struct RealPower: BinaryOperation {
  @inline(__always)
  func callAsFunction(_ base: Float, _ exponent: Float) -> Float { ElementaryFunctions.pow(base, exponent) }
}

struct IntegerPower: BinaryOperation {
  /// In double, as the C++ library does; powers that do not fit become the lowest value.
  @inline(__always)
  func callAsFunction(_ base: Int32, _ exponent: Int32) -> Int32 {
    Int32(exactly: ElementaryFunctions.pow(Double(base), Double(exponent)).rounded(.towardZero)) ?? .min
  }
}

/// A power by squaring; every product is clamped to what is finite.
///
/// Source: `tflite/kernels/internal/optimized/optimized_ops.h`, IntegerExponentPow.
struct RepeatedMultiplication<Element: ArithmeticElement>: BinaryOperation {
  /// 1 or more.
  let exponent: Int32

  func callAsFunction(_ base: Element, _: Element) -> Element {
    let bounds = ActivationBounds<Element>.all
    var power = base
    var bit = Int32(1) << (30 - Int32(truncatingIfNeeded: exponent.leadingZeroBitCount))
    while bit > 0 {
      power = bounds.clamp(power.times(power))
      if exponent & bit != 0 { power = bounds.clamp(base.times(power)) }
      bit >>= 1
    }
    return power
  }
}
