extension Model {
  /// The model with every intermediate result of its main subgraph as an output.
  ///
  /// The outputs are those of all operators, in the order in which they run, and then those of the original outputs that
  /// no operator computes (constants and inputs). Handles of variables are left out: they are no data. Signatures are
  /// dropped, as they would hide the new outputs. The model has to be valid: read from a file, or checked by
  /// ``verify()``.
  public func exposingIntermediates() -> Model {
    guard let main = subgraphs.first else { return self }
    var outputs: [Int32] = []
    var seen: Set<Int32> = []
    for output in main.operators.flatMap(\.outputs) + main.outputs {
      let type = main.tensors[Int(output)].type
      guard type != .resource, type != .variant, seen.insert(output).inserted else { continue }
      outputs.append(output)
    }
    var model = self
    model.subgraphs[0].outputs = outputs
    model.signatureDefs = []
    return model
  }

  /// The model with the sizes it has been written with, even where the converter left them open.
  public func removingShapeSignatures() -> Model {
    var model = self
    for subgraph in subgraphs.indices {
      for tensor in subgraphs[subgraph].tensors.indices {
        model.subgraphs[subgraph].tensors[tensor].shapeSignature = []
      }
    }
    return model
  }
}
