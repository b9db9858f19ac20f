import TFLiteSchema

/// FLOOR: the next whole number below.
enum FloorOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { $0.rounded(.down) }
  }
}

/// CEIL: the next whole number above.
enum CeilOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { $0.rounded(.up) }
  }
}

/// ROUND: the nearest whole number; of two, the even one. What is rounded up to 0 becomes a positive 0.
enum RoundOperator {
  /// Source: `tflite/kernels/internal/reference/round.h`, RoundToNearest.
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { value in
      let below = value.rounded(.down)
      let rounded = value.rounded(.toNearestOrEven)
      return rounded == below ? below : below + 1
    }
  }
}

/// SQUARE: the product of a number with itself.
enum SquareOperator {
  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    _ = try context.unaryInput(.float32)
    return try context.floatMap { $0 * $0 }
  }
}
