import TFLiteKernels
import TFLiteSchema

/// Operator fusion: convolutions do the work of operators before and behind them, which no invocation runs then.
///
/// - PAD before it: a window that reaches beyond the image sees the same values as one on an image with a border of
///   zeros.
/// - Operators that are tables behind it (LEAKY_RELU, LOGISTIC, HARD_SWISH …): results are looked up while they are in the
///   processor's nearest cache.
struct OperatorFusion {
  /// How many operators read each tensor, the caller included.
  private var readerCounts: [Int32: Int] = [:]
  private let table: TensorTable

  init(_ graph: Subgraph, table: TensorTable) {
    self.table = table
    for index in graph.operators.flatMap(\.inputs) + graph.outputs { readerCounts[index, default: 0] += 1 }
  }

  func apply(to nodes: inout [Node], _ preparations: inout [Preparation]) {
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
