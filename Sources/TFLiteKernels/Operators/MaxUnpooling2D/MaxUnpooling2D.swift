import TFLiteSchema

/// MaxUnpooling2D: values go back to where a pooling has found them; 0 is everywhere else.
///
/// Inputs: values [batch, height, width, channels], float32; where they belong, of the same shape. Output: an image,
/// float32. The options are a structure, TfLitePoolParams.
///
/// Two operators have this name. With places of float32 it is MediaPipe's: a place is one in a value's window, as
/// MaxPoolingWithArgmax2D gives it, and the output is as many times as large as the window. With places of int32 it is
/// TFLite's, which is LiteRtMaxUnpooling2D, too. Both write wherever a place leads; here a place outside of the output is
/// an error.
///
/// Source: `mediapipe/util/tflite/operations/max_unpooling.cc`; `tflite/kernels/perception/max_unpooling_2d.cc`.
enum MaxUnpooling2DOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 2...2)
    let places = try context.input(1)
    try context.require(places, type: .float32, .int32)
    guard places.type == .float32 else { return try LiteRtMaxUnpooling2DOperator.prepare(context) }
    let options = try context.unpooling(of: Self.self)
    let values = try context.input(0)
    let (height, width) = (values.shape[1] * options.height, values.shape[2] * options.width)
    /// The padding that a window would have that leads from the output back to the values.
    func padding(_ size: Int, _ window: Int, _ stride: Int32, _ output: Int) -> Int {
      max(0, ((size - 1) * Int(stride) + window - output) / 2)
    }
    return MaxUnpooling2D(
      identity: context.identity, places: places.identity, shape: values.shape,
      outputShape: [values.shape[0], height, width, values.shape[3]],
      cells: MaxUnpooling2D.Cells(
        width: options.width, strideY: Int(options.strideH), strideX: Int(options.strideW),
        paddingTop: padding(values.shape[1], options.height, options.strideH, height),
        paddingLeft: padding(values.shape[2], options.width, options.strideW, width)))
  }
}

/// MaxUnpooling2D with either kind of places.
struct MaxUnpooling2D: ThrowingOperator {
  /// The windows in which places of float32 are.
  struct Cells {
    let width: Int
    let strideY: Int
    let strideX: Int
    let paddingTop: Int
    let paddingLeft: Int
  }

  let identity: OperatorIdentity
  let places: TensorIdentity
  /// That of values and places.
  let shape: [Int]
  let outputShape: [Int]
  /// nil where places are those in an image.
  let cells: Cells?

  var outputShapes: [[Int]] { [outputShape] }

  func run(_ call: OperatorCall) throws { try runReference(call) }
}

extension OperatorContext {
  /// Checks values and places, whose shapes are the same.
  func unpooling(of definition: any OperatorDefinition.Type) throws(KernelError) -> WindowStructure {
    try requireOperands(inputs: 2...2)
    try requireActivationType(of: definition)
    let (values, places) = (try input(0), try input(1))
    try require(output(0), type: .float32)
    try require(values, rank: 4...4)
    try requireElements(values)
    try require(places, shape: values.shape)
    return try WindowStructure(self)
  }
}
