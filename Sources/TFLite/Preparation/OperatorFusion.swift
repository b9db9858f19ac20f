import TFLiteKernels
import TFLiteSchema

/// Operator fusion: operators do the work of others before and behind them, which no invocation runs then.
///
/// - RELU, RELU6 and RELU_N1_TO_1 of float32 behind whatever can clamp its results.
/// - PAD before a convolution: a window that reaches beyond the image sees the same values as one on an image with a
///   border of zeros.
/// - DEPTHWISE_CONV_2D before a CONV_2D of single pixels: some rows of the one, then of the other.
/// - PAD of channels before an ADD: zeros need not be added.
/// - MUL of a tensor and its LOGISTIC (SiLU): one function.
/// - Operators that compute each element from the one in the same place, behind a convolution: ADD of a shortcut, PRELU,
///   SiLU, whatever is a table of bytes. They follow block by block, while results are in the processor's nearest cache; the
///   first, if it is an ADD of floats, before results are written at all.
struct OperatorFusion {
  /// How many operators read each tensor, the caller included.
  private var readerCounts: [Int32: Int] = [:]
  private let table: TensorTable
  private let threadCount: Int

  init(_ graph: Subgraph, table: TensorTable, nodes: [Node], preparations: [Preparation], threadCount: Int) {
    self.table = table
    self.threadCount = threadCount
    for (node, preparation) in zip(nodes, preparations) where !preparation.isOmitted {
      for index in node.stored.inputs { readerCounts[index, default: 0] += 1 }
    }
    for index in graph.outputs { readerCounts[index, default: 0] += 1 }
  }

  mutating func apply(to nodes: inout [Node], _ preparations: inout [Preparation]) {
    fusePairs(in: &nodes, &preparations, fuseActivation)
    fusePairs(in: &nodes, &preparations, fusePadding)
    fusePairs(in: &nodes, &preparations, fuseDepthwise)
    fuseChannelPaddings(in: &nodes, &preparations)
    fuseGates(in: &nodes, &preparations)
    // Last, since what an operator does to its results is forgotten when it is prepared anew or moved to another image.
    fusePostOperations(in: &nodes, &preparations)
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
    guard let padding = preparations[pad].prepared?.spatialPadding,
      // The convolution reads past the end of the image, which may be a constant that was too large to be padded before.
      table.descriptors[Int(nodes[pad].stored.inputs[0])].isPaddedForOverReads,
      let fused = preparations[step].prepared?.fusing(padding)
    else { return }
    preparations[step] = .ready(fused)
    preparations[pad] = .fused(into: step)
    nodes[step].stored.inputs[0] = nodes[pad].stored.inputs[0]
  }

  private func fuseActivation(
    _ step: Int, _ clamp: Int, _ nodes: inout [Node], _ preparations: inout [Preparation]
  ) {
    guard let activation = nodes[clamp].code.builtinCode.asFusedActivation, preparations[step].canBePreparedAnew,
      preparations[clamp].canBePreparedAnew,
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

  private func fuseDepthwise(
    _ depthwise: Int, _ step: Int, _ nodes: inout [Node], _ preparations: inout [Preparation]
  ) {
    guard let prepared = preparations[depthwise].prepared,
      let fused = preparations[step].prepared?.fusing(depthwise: prepared, threadCount: threadCount)
    else { return }
    preparations[step] = .ready(fused)
    preparations[depthwise] = .fused(into: step)
    nodes[step].stored.inputs[0] = nodes[depthwise].stored.inputs[0]
  }

  private func fuseChannelPaddings(in nodes: inout [Node], _ preparations: inout [Preparation]) {
    var producers: [Int32: Int] = [:]
    for step in nodes.indices {
      for (input, tensor) in nodes[step].stored.inputs.enumerated() {
        guard readerCounts[tensor] == 1, let pad = producers[tensor],
          let channels = preparations[pad].prepared?.paddedChannels,
          // The addition reads past the end of the image, as it would past the end of the padded one.
          table.descriptors[Int(nodes[pad].stored.inputs[0])].isPaddedForOverReads,
          let fused = preparations[step].prepared?.fusing(channels, on: input)
        else { continue }
        preparations[step] = .ready(fused)
        preparations[pad] = .fused(into: step)
        nodes[step].stored.inputs[input] = nodes[pad].stored.inputs[0]
      }
      for output in nodes[step].stored.outputs { producers[output] = step }
    }
  }

  /// MUL of a tensor and its LOGISTIC, both read by nobody else.
  private mutating func fuseGates(in nodes: inout [Node], _ preparations: inout [Preparation]) {
    var producers: [Int32: Int] = [:]
    for step in nodes.indices {
      let inputs = nodes[step].stored.inputs
      if nodes[step].isPlainFloatProduct(table), preparations[step].canBePreparedAnew, inputs.count == 2 {
        for (value, factor) in [(inputs[0], inputs[1]), (inputs[1], inputs[0])] {
          guard readerCounts[factor] == 1, let gate = producers[factor], nodes[gate].stored.inputs == [value],
            let gating = preparations[gate].prepared?.gating
          else { continue }
          preparations[step] = .ready(gating)
          preparations[gate] = .fused(into: step)
          nodes[step].stored.inputs = [value]
          readerCounts[value, default: 0] -= 1
        }
      }
      for output in nodes[step].stored.outputs { producers[output] = step }
    }
  }

  private func fusePostOperations(in nodes: inout [Node], _ preparations: inout [Preparation]) {
    // The operator that computes a tensor, with all that is fused into it.
    var producers: [Int32: Int] = [:]
    for step in nodes.indices {
      let outputs = nodes[step].stored.outputs
      if outputs.count == 1, producers[outputs[0]] == nil {
        fusePostOperation(step, producers, &nodes, &preparations)
      }
      let producer = if case .fused(let other) = preparations[step] { other } else { step }
      for output in outputs { producers[output] = producer }
    }
  }

  /// Fuses an operator into the last of those that compute its inputs: the others' results are there then.
  private func fusePostOperation(
    _ step: Int, _ producers: [Int32: Int], _ nodes: inout [Node], _ preparations: inout [Preparation]
  ) {
    let inputs = nodes[step].stored.inputs
    guard let operation = preparations[step].prepared,
      let (input, producer) = inputs.enumerated().compactMap({ index, tensor in producers[tensor].map { (index, $0) } })
        .max(by: { $0.1 < $1.1 }),
      readerCounts[inputs[input]] == 1, nodes[producer].stored.outputs == [inputs[input]],
      // A variable may have another value by then.
      inputs.allSatisfy({ $0 >= 0 && !table.descriptors[Int($0)].isVariable }),
      let prepared = preparations[producer].prepared
    else { return }
    // What the producer lacks: a bias at the place where the first of the other inputs would come.
    var extended = nodes[producer].stored.inputs
    while extended.count < 3 { extended.append(-1) }
    let positions = inputs.indices.map { extended.count + $0 - ($0 > input ? 1 : 0) }
    let others = inputs.indices.filter { $0 != input }.map { inputs[$0] }
    guard
      let work = operation.postOperation(
        on: input, inputsAt: positions, channels: table.descriptors[Int(inputs[input])].shape.last ?? 1),
      let fused = prepared.fusing(work)
    else { return }
    nodes[producer].stored.inputs = extended + others
    nodes[producer].stored.outputs = nodes[step].stored.outputs
    preparations[producer] = .ready(fused)
    preparations[step] = .fused(into: producer)
  }
}

extension Preparation {
  /// Whether the node says all that the prepared operator does.
  fileprivate var canBePreparedAnew: Bool { prepared.map { !($0 is TransposedInputs) } ?? false }
}

extension Node {
  /// Whether the operator multiplies two tensors of float32, and does nothing else.
  fileprivate func isPlainFloatProduct(_ table: TensorTable) -> Bool {
    guard code.builtinCode == .mul, stored.inputs.allSatisfy({ $0 >= 0 && table.descriptors[Int($0)].type == .float32 })
    else { return false }
    let activation = (stored.builtinOptions as? MulOptions)?.fusedActivationFunction
    return activation == nil || activation == ActivationFunctionType.none
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
