import TFLiteSchema

extension OperatorContext {
  /// The scales of the blocks of a matrix, row by row.
  ///
  /// - Parameters:
  ///   - tensor: a matrix whose rows consist of whole blocks and whole bytes.
  ///   - types: the types that its elements may have.
  func blockScales(
    _ blocks: BlockScales, of tensor: TensorDescriptor, types: [TensorType]
  ) throws(KernelError) -> [Float] {
    try require(tensor, types: types)
    try require(tensor, rank: 2...2)
    let perByte = 8 / (tensor.type.bitWidth ?? 8)
    guard tensor.shape[1] % blocks.blockSize == 0, tensor.shape[1] % perByte == 0 else {
      throw .shape(
        identity, tensor.identity, found: tensor.shape,
        expected: "rows of whole bytes and of whole blocks of \(blocks.blockSize) elements")
    }
    guard blocks.type == .float16 else {
      throw .type(identity, blocks.tensor, found: blocks.type, expected: "FLOAT16, the type of the scales of blocks")
    }
    let count = tensor.elementCount / blocks.blockSize
    guard let stored = blocks.constant, stored.count == 2 * count else {
      throw .value(identity, blocks.tensor, "does not hold \(count) constant scales, one for each block")
    }
    return stored.withUnsafeBytes { bytes in
      (0..<count).map { Float(binary16Pattern: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: UInt16.self)) }
    }
  }
}
