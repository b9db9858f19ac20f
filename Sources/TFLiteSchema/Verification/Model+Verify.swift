extension Model {
  /// Checks everything that the rest of the package relies on: that each index has its target, each constant its bytes,
  /// each scale a meaning, and that operators read only what is there by then.
  ///
  /// Reading a file does this. Whoever builds or changes a model in memory does it before running or writing it. What
  /// an operator makes of its own options and shapes is not checked here, but when it is prepared.
  public func verify() throws(ModelError) {
    guard version == 3 else { throw .unsupportedVersion(version) }
    guard !subgraphs.isEmpty else { throw .noSubgraphs }
    for (index, code) in operatorCodes.enumerated() { try verify(code, at: index) }
    for (index, entry) in metadata.enumerated() {
      try Index(entry.buffer, count: buffers.count, of: "buffers").verify("metadata[\(index)].buffer")
    }
    for (index, buffer) in metadataBuffer.enumerated() {
      try Index(buffer, count: buffers.count, of: "buffers").verify("metadata_buffer[\(index)]")
    }
    let strings = VerifiedStrings()
    for index in subgraphs.indices { try SubgraphVerifier(model: self, index: index, strings: strings).verify() }
    try verifySubgraphCalls()
    for (index, signature) in signatureDefs.enumerated() { try verify(signature, at: index) }
  }

  private func verify(_ code: OperatorCode, at index: Int) throws(ModelError) {
    if code.builtinCode == .custom, code.customCode.isEmpty { throw .unnamedCustomOperator(operatorCode: index) }
    if code.builtinCode == .placeholderForGreaterOpCodes {
      throw .unknownValue(
        field: "operator_codes[\(index)].builtin_code", enumeration: "BuiltinOperator",
        value: Int64(code.builtinCode.rawValue))
    }
  }

  private func verify(_ signature: SignatureDef, at index: Int) throws(ModelError) {
    let field = "signature_defs[\(index)]"
    try Index(signature.subgraphIndex, count: subgraphs.count, of: "subgraphs").verify("\(field).subgraph_index")
    let tensors = subgraphs[Int(signature.subgraphIndex)].tensors.count
    for (place, input) in signature.inputs.enumerated() {
      try Index(input.tensorIndex, count: tensors, of: "tensors").verify("\(field).inputs[\(place)].tensor_index")
    }
    for (place, output) in signature.outputs.enumerated() {
      try Index(output.tensorIndex, count: tensors, of: "tensors").verify("\(field).outputs[\(place)].tensor_index")
    }
  }
}

/// An index that a file stores, and what it has to be less than.
struct Index {
  let value: Int64
  let count: Int
  let entries: String

  init(_ value: some FixedWidthInteger, count: Int, of entries: String) {
    self.value = Int64(clamping: value)
    self.count = count
    self.entries = entries
  }

  /// Throws unless the index has its target. `field` is where it is stored.
  func verify(_ field: @autoclosure () -> String) throws(ModelError) {
    guard value >= 0, value < Int64(count) else {
      throw .indexOutOfRange(field: field(), index: value, count: count, of: entries)
    }
  }
}
