import TFLiteSchema

enum ArgMaxOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int32, .bool)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    let options = try context.optionsOrDefaults(ArgMaxOptions.self)
    return try ArgMinMax.prepare(context, outputType: options.outputType, IsGreater.self)
  }
}
