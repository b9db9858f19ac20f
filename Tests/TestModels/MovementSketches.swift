import TFLiteSchema

/// Small models of one operator that moves, chooses or divides elements; all run as they are.
extension ModelSketch {
  /// An operator whose second input is a constant list of int32; tensors: 0 input [2, 3, 4], 1 list, 2 output.
  ///
  /// - Parameter isScalar: whether the list, of one number, has no dimensions.
  package static func listed(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, _ list: [Int32], isScalar: Bool = false,
    shape: [Int32] = [2, 3, 4], output: [Int32], outputType: TensorType = .uint8
  ) -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", shape)
    let values = sketch.plain("list", isScalar ? [] : [Int32(list.count)], .int32, data: [UInt8](list))
    let result =
      outputType == .uint8 ? sketch.tensor("output", output) : sketch.plain("output", output, outputType)
    sketch.step(OperatorCode(code), options, inputs: [input, values], outputs: [result])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [result]
    return sketch
  }

  /// DEPTH_TO_SPACE or SPACE_TO_DEPTH; tensors: 0 input [1, 2, 2, 4], 1 output.
  package static func block(_ code: BuiltinOperator, size: Int32 = 2) -> ModelSketch {
    let options: any OperatorOptions =
      code == .depthToSpace
      ? DepthToSpaceOptions { $0.blockSize = size } : SpaceToDepthOptions { $0.blockSize = size }
    return unary(OperatorCode(code), [1, 2, 2, 4], code == .depthToSpace ? [1, 4, 4, 1] : [1, 1, 1, 16]) { options }
  }

  /// STRIDED_SLICE; tensors: 0 input [4, 5], 1 begins, 2 ends, 3 strides, 4 output.
  package static func stridedSlice(
    begins: [Int32] = [0, 1], ends: [Int32] = [4, 5], strides: [Int32] = [2, 1],
    _ change: (inout StridedSliceOptions) -> Void = { _ in }
  ) -> ModelSketch {
    var sketch = ModelSketch()
    var inputs = [sketch.tensor("input", [4, 5])]
    for (name, list) in [("begins", begins), ("ends", ends), ("strides", strides)] {
      inputs.append(sketch.plain(name, [Int32(list.count)], .int32, data: [UInt8](list)))
    }
    let output = sketch.tensor("output", [2, 4])
    sketch.step(OperatorCode(.stridedSlice), StridedSliceOptions { change(&$0) }, inputs: inputs, outputs: [output])
    sketch.graph.inputs = [inputs[0]]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// GATHER along the first dimension; tensors: 0 input [2, 3, 4], 1 indices, 2 output.
  package static func gather(_ indices: [Int32] = [1, 0, 1]) -> ModelSketch {
    listed(.gather, GatherOptions(), indices, output: [Int32(indices.count), 3, 4])
  }

  /// SPLIT into halves along dimension 1 of [2, 4]; tensors: 0 axis, 1 input, 2 and 3 outputs.
  package static func split(axis: Int32 = 1, parts: Int32 = 2) -> ModelSketch {
    var sketch = ModelSketch()
    let axis = sketch.plain("axis", [], .int32, data: [UInt8]([axis]))
    let input = sketch.tensor("input", [2, 4])
    let outputs = [sketch.tensor("first", [2, 2]), sketch.tensor("second", [2, 2])]
    sketch.step(
      OperatorCode(.split), SplitOptions { $0.numSplits = parts }, inputs: [axis, input], outputs: outputs)
    sketch.graph.inputs = [input]
    sketch.graph.outputs = outputs
    return sketch
  }

  /// SPLIT_V of [2, 4] along dimension 1; tensors: 0 input, 1 sizes, 2 axis, 3 and 4 outputs.
  package static func splitV(_ sizes: [Int32] = [1, 3]) -> ModelSketch {
    var sketch = ModelSketch()
    let input = sketch.tensor("input", [2, 4])
    let sizes = sketch.plain("sizes", [Int32(sizes.count)], .int32, data: [UInt8](sizes))
    let axis = sketch.plain("axis", [], .int32, data: [UInt8]([1] as [Int32]))
    let outputs = [sketch.tensor("first", [2, 1]), sketch.tensor("second", [2, 3])]
    sketch.step(
      OperatorCode(.splitV), SplitVOptions { $0.numSplits = 2 }, inputs: [input, sizes, axis], outputs: outputs)
    sketch.graph.inputs = [input]
    sketch.graph.outputs = outputs
    return sketch
  }

  /// An operator on three int32 numbers each, of which the right ones are constants; tensors: 0 and 1 inputs, 2 output.
  package static func integers(
    _ code: BuiltinOperator, _ options: any OperatorOptions, right: [Int32] = [2, 3, 5]
  ) -> ModelSketch {
    var sketch = ModelSketch()
    let left = sketch.plain("left", [3], .int32)
    let right = sketch.plain("right", [3], .int32, data: [UInt8](right))
    let output = sketch.plain("output", [3], .int32)
    sketch.step(OperatorCode(code), options, inputs: [left, right], outputs: [output])
    sketch.graph.inputs = [left]
    sketch.graph.outputs = [output]
    return sketch
  }

  /// ARG_MAX along the last dimension; tensors: 0 input, 1 axis, 2 output.
  package static func argMax(_ shape: [Int32] = [2, 3, 4]) -> ModelSketch {
    listed(
      .argMax, ArgMaxOptions { $0.outputType = .int32 }, [-1], isScalar: true, shape: shape,
      output: shape.dropLast(), outputType: .int32)
  }

  /// TRANSPOSE; tensors: 0 input [2, 3, 4], 1 order, 2 output.
  package static func transpose(_ order: [Int32] = [2, 0, 1]) -> ModelSketch {
    listed(.transpose, TransposeOptions(), order, output: [4, 2, 3])
  }

  /// EXPAND_DIMS; tensors: 0 input [2, 3, 4], 1 axis, 2 output.
  package static func expandDims(axis: Int32 = 1) -> ModelSketch {
    listed(.expandDims, ExpandDimsOptions(), [axis], isScalar: true, output: [2, 1, 3, 4])
  }
}
