import TFLiteKernels
import TFLiteSchema

/// Lets convolutions do the work of the PAD operators before them: a window that reaches beyond the image sees the same
/// values as one on an image with a border of zeros.
struct PaddingAbsorption {
  /// How many operators read each tensor, the caller included.
  private var readerCounts: [Int32: Int] = [:]
  private let table: TensorTable

  init(_ graph: Subgraph, table: TensorTable) {
    self.table = table
    for index in graph.operators.flatMap(\.inputs) + graph.outputs { readerCounts[index, default: 0] += 1 }
  }

  /// Changes convolutions to read what is padded instead, and omits operators that are not needed any more.
  func apply(to nodes: inout [Node], _ preparations: inout [Preparation]) {
    var producers: [Int32: Int] = [:]
    for step in nodes.indices {
      if let image = nodes[step].stored.inputs.first, readerCounts[image] == 1, let producer = producers[image],
        let padding = (preparations[producer].prepared as? any SpatialPaddingOperator)?.spatialPadding,
        // A constant that was too large to be padded beforehand has no room for the convolution's reads past its end.
        table.descriptors[Int(nodes[producer].stored.inputs[0])].hasRoomBehind,
        let convolution = preparations[step].prepared as? any PaddingAbsorbingOperator,
        let merged = convolution.absorbing(padding)
      {
        preparations[step] = .ready(merged)
        preparations[producer] = .absorbed
        nodes[step].stored.inputs[0] = nodes[producer].stored.inputs[0]
      }
      for output in nodes[step].stored.outputs { producers[output] = step }
    }
  }
}
