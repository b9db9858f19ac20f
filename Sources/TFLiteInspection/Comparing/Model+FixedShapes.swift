import TFLiteFlatBuffers
import TFLiteSchema

extension Model {
  /// The model for a reference that has to know all shapes before it runs: what decides a shape, and is computed, becomes
  /// the constant that it was in a run here.
  ///
  /// That keeps a comparison right: what computes such a value is an operator, which is compared like all others.
  ///
  /// - Parameter values: what each tensor of the main subgraph was in that run, by its index.
  /// - Returns: the model, and the tensors in whose places there are constants now.
  func fixingShapes(_ values: [Int: TensorValues]) -> (model: Model, tensors: Set<Int>) {
    var model = self
    var graph = subgraphs[0]
    var constants: [Int32: Int32] = [:]
    for index in graph.operators.indices {
      let code = operatorCode(of: graph.operators[index])
      for position in code.builtinCode.operandsThatDecideShapes where position < graph.operators[index].inputs.count {
        let tensor = graph.operators[index].inputs[position]
        guard tensor >= 0, let value = values[Int(tensor)], constantData(of: graph.tensors[Int(tensor)]) == nil else {
          continue
        }
        if constants[tensor] == nil {
          model.buffers.append(Buffer(data: ByteSlice(value.bytes)))
          var info = graph.tensors[Int(tensor)]
          info.name += "/as it was here"
          info.shape = value.shape.map(Int32.init)
          info.buffer = UInt32(model.buffers.count - 1)
          constants[tensor] = Int32(graph.tensors.count)
          graph.tensors.append(info)
        }
        graph.operators[index].inputs[position] = constants[tensor] ?? tensor
      }
    }
    model.subgraphs[0] = graph
    return (model, Set(constants.keys.map(Int.init)))
  }

  /// The model with what its operators compute as its outputs, as far as it is numbers: references hand out nothing else.
  func exposingNumbers() -> Model {
    var model = exposingIntermediates()
    let computed = Set(model.subgraphs[0].operators.flatMap(\.outputs))
    let tensors = model.subgraphs[0].tensors
    model.subgraphs[0].outputs.removeAll { !computed.contains($0) || tensors[Int($0)].type.bitWidth == nil }
    return model
  }
}

extension BuiltinOperator {
  /// The inputs without whose values nobody knows the shape of the results.
  fileprivate var operandsThatDecideShapes: [Int] {
    switch self {
    case .reshape, .resizeBilinear, .resizeNearestNeighbor, .tile, .broadcastTo, .pad, .padV2, .mirrorPad, .transpose,
      .expandDims, .sum, .mean, .reduceMax, .reduceMin, .reduceProd, .reduceAny, .reduceAll, .oneHot, .topKV2, .argMax,
      .argMin, .sparseToDense, .reverseV2, .multinomial, .rfft2D:
      [1]
    case .fill, .split, .transposeConv, .conv3DTranspose, .randomStandardNormal, .randomUniform: [0]
    case .slice, .splitV, .spaceToBatchND, .batchToSpaceND: [1, 2]
    case .stridedSlice: [1, 2, 3]
    case .range: [0, 1, 2]
    case .scatterND: [2]
    default: []
    }
  }
}
