import TFLiteKernels
import TFLiteSchema

/// Operator fusion: operators do the work of others before and behind them, which no invocation runs then.
///
/// - PAD before a convolution: a window that reaches beyond the image sees the same values as one on an image with a
///   border of zeros.
/// - Operators that are tables behind an 8-bit convolution (LEAKY_RELU, LOGISTIC, HARD_SWISH …): results are looked up
///   while they are in the processor's nearest cache.
/// - RELU, RELU6 and RELU_N1_TO_1 of float32 behind whatever can clamp its results: one pass over memory less.
struct OperatorFusion {
  /// How many operators read each tensor, the caller included.
  private var readerCounts: [Int32: Int] = [:]
  private let table: TensorTable

  init(_ graph: Subgraph, table: TensorTable) {
    self.table = table
    for index in graph.operators.flatMap(\.inputs) + graph.outputs { readerCounts[index, default: 0] += 1 }
  }

  func apply(to nodes: inout [Node], _ preparations: inout [Preparation]) {
    fusePairs(in: &nodes, &preparations, fuseActivation)
    // Tables come last: a convolution with one is no longer moved to another image.
    fusePairs(in: &nodes, &preparations, fusePadding)
    fusePairs(in: &nodes, &preparations, fuseTable)
  }

  /// Tries each operator with the one whose result it alone reads.
  private func fusePairs(
    in nodes: inout [Node], _ preparations: inout [Preparation],
    _ fuse: (_ producer: Int, _ reader: Int, inout [Node], inout [Preparation]) -> Void
  ) {
    var producers: [Int32: Int] = [:]
    for step in nodes.indices {
      let outputs = nodes[step].stored.outputs
      if let input = nodes[step].stored.inputs.first, readerCounts[input] == 1, let producer = producers[input],
        // A tensor that was written before would be written in another order.
        outputs.allSatisfy({ producers[$0] == nil })
      {
        fuse(producer, step, &nodes, &preparations)
      }
      for output in outputs { producers[output] = step }
    }
  }

  private func fusePadding(
    _ pad: Int, _ step: Int, _ nodes: inout [Node], _ preparations: inout [Preparation]
  ) {
    guard let padding = (preparations[pad].prepared as? any SpatialPaddingOperator)?.spatialPadding,
      // The convolution reads past the end of the image, which may be a constant that was too large to be padded before.
      table.descriptors[Int(nodes[pad].stored.inputs[0])].isPaddedForOverReads,
      let convolution = preparations[step].prepared as? any PaddingFusingOperator,
      let fused = convolution.fusing(padding)
    else { return }
    preparations[step] = .ready(fused)
    preparations[pad] = .fused(into: step)
    nodes[step].stored.inputs[0] = nodes[pad].stored.inputs[0]
  }

  private func fuseActivation(
    _ step: Int, _ clamp: Int, _ nodes: inout [Node], _ preparations: inout [Preparation]
  ) {
    guard let activation = nodes[clamp].code.builtinCode.asFusedActivation, preparations[step].prepared != nil,
      table.descriptors[Int(nodes[clamp].stored.inputs[0])].type == .float32,
      var options = nodes[step].stored.builtinOptions as? any ActivatedOptions,
      options.fusedActivationFunction == .none
    else { return }
    options.fusedActivationFunction = activation
    var node = nodes[step]
    node.stored.builtinOptions = options
    node.stored.outputs[0] = nodes[clamp].stored.outputs[0]
    // What refuses the activation computes as before.
    guard let fused = try? node.prepare(node.context(.allocation, table.descriptors) { table.descriptors[$0] })
    else { return }
    (nodes[step], preparations[step]) = (node, .ready(fused))
    preparations[clamp] = .fused(into: step)
  }

  private func fuseTable(
    _ step: Int, _ lookUp: Int, _ nodes: inout [Node], _ preparations: inout [Preparation]
  ) {
    guard let table = (preparations[lookUp].prepared as? any TableOperator)?.vectorTable,
      let convolution = preparations[step].prepared as? any TableFusingOperator,
      let fused = convolution.fusing(table)
    else { return }
    preparations[step] = .ready(fused)
    preparations[lookUp] = .fused(into: step)
    nodes[step].stored.outputs[0] = nodes[lookUp].stored.outputs[0]
  }
}

extension BuiltinOperator {
  /// The fused activation that does to float32 results what this operator does.
  fileprivate var asFusedActivation: ActivationFunctionType? {
    switch self {
    case .relu: .relu
    case .relu6: .relu6
    case .reluN1To1: .reluN1To1
    default: nil
    }
  }
}
