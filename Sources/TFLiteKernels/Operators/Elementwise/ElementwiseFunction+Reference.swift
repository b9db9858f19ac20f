/// The specification of functions of single elements; the arithmetic of each stands in its ``UnaryFunction``.
///
/// Source: `tflite/kernels/elementwise.cc`, EvalImpl.
func runReference<Function: UnaryFunction>(_ call: OperatorCall, _ range: Range<Int>, _ function: Function) {
  let input = call.input(0, as: Function.Element.self)
  let output = call.output(0, as: Function.Element.self)
  for index in range { output[index] = function(input[index]) }
}
