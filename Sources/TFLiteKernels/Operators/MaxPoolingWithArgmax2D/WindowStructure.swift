import TFLiteSchema

/// How a custom operator's window moves, as the structure TfLitePoolParams has it.
///
/// Source: `tflite/core/c/builtin_op_data.h`.
struct WindowStructure: WindowOptions, Sendable {
  let padding: Padding
  let strideH: Int32
  let strideW: Int32
  let height: Int
  let width: Int
  let activation: ActivationFunctionType

  var dilationHFactor: Int32 { 1 }
  var dilationWFactor: Int32 { 1 }

  /// Checks that nothing is below 1.
  init(_ context: OperatorContext) throws(KernelError) {
    let fields = try context.customOptionsFields(6)
    padding = try context.padding(field: fields[0])
    strideW = Int32(try context.positive(fields[1], "stride_width"))
    strideH = Int32(try context.positive(fields[2], "stride_height"))
    width = try context.positive(fields[3], "filter_width")
    height = try context.positive(fields[4], "filter_height")
    let activations: [ActivationFunctionType] = [.none, .relu, .reluN1To1, .relu6]
    guard activations.indices.contains(Int(fields[5])) else {
      throw .option(context.identity, name: "activation", found: "\(fields[5])", expected: "0 to 3")
    }
    activation = activations[Int(fields[5])]
  }
}
