import TFLiteSchema

/// Small models of one operator each, that run.
extension ModelSketch {
  /// CONV_2D; tensors: 0 input [1, 4, 4, 2], 1 filter [3, 2, 2, 2], 2 bias [3], 3 output.
  package static func conv2D(_ change: (inout Conv2DOptions) -> Void = { _ in }) -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [1, 4, 4, 2])
    let filter = sketch.tensor("filter", [3, 2, 2, 2], data: (0..<24).map { UInt8($0 * 7) })
    let bias = sketch.tensor("bias", [3], .int32, scale: [0.25], data: [UInt8]([-5, 0, 900] as [Int32]))
    let output = sketch.tensor("output", [1, 4, 4, 3], scale: [40])
    sketch.step(
      OperatorCode(.conv2D),
      Conv2DOptions {
        $0.strideH = 1
        $0.strideW = 1
        change(&$0)
      }, inputs: [input, filter, bias], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// DEPTHWISE_CONV_2D; tensors: 0 input [1, 4, 4, 2], 1 filter [1, 3, 3, 4], 2 bias [4], 3 output.
  package static func depthwiseConv2D(_ change: (inout DepthwiseConv2DOptions) -> Void = { _ in }) -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [1, 4, 4, 2])
    let filter = sketch.tensor("filter", [1, 3, 3, 4], data: (0..<36).map { UInt8($0 * 5) })
    let bias = sketch.tensor("bias", [4], .int32, scale: [0.25], data: [UInt8]([1, -2, 3, -4] as [Int32]))
    let output = sketch.tensor("output", [1, 4, 4, 4], scale: [40])
    sketch.step(
      OperatorCode(.depthwiseConv2D),
      DepthwiseConv2DOptions {
        $0.strideH = 1
        $0.strideW = 1
        $0.depthMultiplier = 2
        change(&$0)
      }, inputs: [input, filter, bias], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// AVERAGE_POOL_2D or MAX_POOL_2D; tensors: 0 input [1, 4, 4, 2], 1 output.
  package static func pool2D(
    _ code: BuiltinOperator, _ change: (inout Pool2DOptions) -> Void = { _ in }
  ) -> ModelSketch {
    unary(OperatorCode(code), [1, 4, 4, 2], [1, 2, 2, 2]) {
      Pool2DOptions {
        $0.strideH = 2
        $0.strideW = 2
        $0.filterHeight = 2
        $0.filterWidth = 2
        change(&$0)
      }
    }
  }

  /// FULLY_CONNECTED; tensors: 0 input [2, 6], 1 weights [4, 6], 2 bias [4], 3 output.
  package static func fullyConnected() -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [2, 6])
    let weights = sketch.tensor("weights", [4, 6], data: (0..<24).map { UInt8($0 * 10) })
    let bias = sketch.tensor("bias", [4], .int32, scale: [0.25], data: [UInt8]([1, -2, 3, -4] as [Int32]))
    let output = sketch.tensor("output", [2, 4], scale: [80])
    sketch.step(
      OperatorCode(.fullyConnected), FullyConnectedOptions(), inputs: [input, weights, bias], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// ADD, SUB or MUL; tensors: 0 and 1 inputs, 2 output.
  package static func binary(
    _ code: BuiltinOperator, _ options: any OperatorOptions, _ left: [Int32] = [2, 3], _ right: [Int32] = [2, 3]
  ) -> ModelSketch {
    var sketch = ModelSketch()
    let inputs = [sketch.tensor("left", left), sketch.tensor("right", right, scale: [0.25], zeroPoint: [7])]
    let output = sketch.tensor("output", left, scale: [1])
    sketch.step(OperatorCode(code), options, inputs: inputs, outputs: [output])
    sketch.graph.inputs = inputs
    sketch.graph.outputs = [output]
    return sketch
  }

  /// CONCATENATION along an axis; tensors: 0 and 1 inputs, 2 output.
  package static func concatenation(
    axis: Int32 = 0, _ first: [Int32] = [2, 3], _ second: [Int32] = [4, 3], type: TensorType = .uint8
  ) -> ModelSketch {
    var sketch = ModelSketch()
    let inputs = [sketch.tensor("first", first, type), sketch.tensor("second", second, type, scale: [0.25])]
    let output = sketch.tensor("output", [6, 3], type)
    sketch.step(
      OperatorCode(.concatenation), ConcatenationOptions { $0.axis = axis }, inputs: inputs, outputs: [output])
    sketch.graph.inputs = inputs
    sketch.graph.outputs = [output]
    return sketch
  }

  /// RESHAPE to a constant shape; tensors: 0 input [2, 6], 1 shape, 2 output.
  package static func reshape(to shape: [Int32] = [3, -1]) -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [2, 6])
    let newShape = sketch.plain("shape", [Int32(shape.count)], .int32, data: [UInt8](shape))
    let output = sketch.tensor("output", [3, 4])
    sketch.step(OperatorCode(.reshape), inputs: [input, newShape], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// RESHAPE to a shape that is an input, and ADD of the result to itself, whose shape only a run can tell either.
  ///
  /// Tensors: 0 input [2, 6], 1 shape [2], 2 reshaped, 3 output; inputs: 0, 1.
  package static func reshapeAtRunTime() -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [2, 6])
    let shape = sketch.plain("shape", [2], .int32)
    let reshaped = sketch.tensor("reshaped", [3, 4])
    let output = sketch.tensor("output", [3, 4], scale: [1])
    sketch.step(OperatorCode(.reshape), inputs: [input, shape], outputs: [reshaped])
    sketch.step(OperatorCode(.add), AddOptions(), inputs: [reshaped, reshaped], outputs: [output])
    sketch.graph.inputs = [input, shape]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// PAD; tensors: 0 input [2, 3], 1 paddings [2, 2], 2 output.
  package static func pad() -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [2, 3])
    let paddings = sketch.plain("paddings", [2, 2], .int32, data: [UInt8]([1, 0, 2, 1] as [Int32]))
    let output = sketch.tensor("output", [3, 6])
    sketch.step(OperatorCode(.pad), PadOptions(), inputs: [input, paddings], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// An operator with one input and one output; tensors: 0 input, 1 output.
  package static func unary(
    _ code: OperatorCode, _ shape: [Int32], _ outputShape: [Int32], type: TensorType = .uint8,
    scale: [Float] = [0.5], outputType: TensorType = .uint8, outputScale: [Float] = [0.5],
    outputZeroPoint: [Int64] = [0],
    options: () -> (any OperatorOptions)? = { nil }
  ) -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", shape, type, scale: scale)
    let output = sketch.tensor("output", outputShape, outputType, scale: outputScale, zeroPoint: outputZeroPoint)
    sketch.step(code, options(), inputs: [input], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// SOFTMAX over rows of five.
  package static var softmax: ModelSketch {
    unary(OperatorCode(.softmax), [2, 5], [2, 5], outputScale: [1 / 256]) { SoftmaxOptions { $0.beta = 1 } }
  }

  /// LOGISTIC.
  package static var logistic: ModelSketch {
    unary(OperatorCode(.logistic), [7], [7], scale: [0.02], outputScale: [1 / 256])
  }

  /// QUANTIZE from float32.
  package static var quantize: ModelSketch { unary(OperatorCode(.quantize), [5], [5], type: .float32) }

  /// DEQUANTIZE to float32.
  package static var dequantize: ModelSketch {
    unary(OperatorCode(.dequantize), [5], [5], outputType: .float32, outputScale: [], outputZeroPoint: [])
  }
}
