import TFLiteSchema

/// RANDOM_UNIFORM or RANDOM_STANDARD_NORMAL of a known shape.
struct RandomNumbers: TotalOperator {
  enum Distribution: Sendable {
    case uniform
    case standardNormal
  }

  let outputShape: [Int]
  let distribution: Distribution
  let place: GeneratorPlace

  var outputShapes: [[Int]] { [outputShape] }
  var isPure: Bool { false }

  func run(_ call: OperatorCall) { runReference(call) }
}

extension RandomNumbers {
  static func prepare(
    _ context: OperatorContext, _ distribution: Distribution
  ) throws(KernelError) -> RandomNumbers {
    try context.requireOperands(inputs: 1...1)
    let shapeTensor = try context.input(0)
    try context.require(shapeTensor, type: .int32)
    try context.require(shapeTensor, rank: 1...1)
    try context.require(context.output(0), type: .float32)
    let place = try GeneratorPlace(context)
    let shape = try context.integers(shapeTensor)
    guard shape.allSatisfy({ $0 >= 0 }) else {
      throw .value(context.identity, shapeTensor.identity, "holds \(shape.abbreviated), expected sizes of 0 or more")
    }
    return RandomNumbers(outputShape: shape, distribution: distribution, place: place)
  }
}
