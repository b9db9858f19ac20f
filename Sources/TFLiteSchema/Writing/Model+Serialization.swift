/// Where the data of constants goes when a model is written.
public enum BufferPlacement: Sendable {
  /// Inside the FlatBuffer if its 2 GB suffice, else behind it.
  case automatic
  /// Inside the FlatBuffer: what every reader understands.
  case inside
  /// Behind the FlatBuffer.
  case behind
}

extension Model {
  /// The model as a file, with the files packed with it.
  ///
  /// Fields that this package does not know are lost. Everything else is kept: reading the result gives an equal model.
  ///
  /// - Throws: What ``verify()`` throws; ``ModelError/unwritable(_:)`` if the model is too large for its format;
  ///   ``ModelError/invalidArchive(reason:)`` if the packed files could not be read, which
  ///   ``setPackedFiles(_:)`` with an empty list settles.
  public func serialized(bufferPlacement: BufferPlacement = .automatic) throws(ModelError) -> [UInt8] {
    try verify()
    let dataSize = buffers.reduce(0) { $0 + ($1.data?.count ?? 0) }
    let isBehind =
      switch bufferPlacement {
      case .automatic: dataSize > Int(Int32.max) / 2
      case .inside: false
      case .behind: true
      }
    var bytes = isBehind ? try serializedWithDataBehind() : try encoded(capacity: dataSize + 1 << 16)
    try ZipWriter.append(packedFiles(), to: &bytes)
    return bytes
  }

  private func encoded(capacity: Int) throws(ModelError) -> [UInt8] {
    try TableEncoder.encode(self, identifier: Self.identifier, capacity: capacity)
  }

  private func serializedWithDataBehind() throws(ModelError) -> [UInt8] {
    // The FlatBuffer's size does not depend on the offsets in it, so it is found with any offsets at all.
    var bytes = try placingData(from: Self.bufferAlignment).encoded(capacity: 1 << 16)
    let start = Self.aligned(bytes.count)
    bytes = try placingData(from: start).encoded(capacity: bytes.count)
    for buffer in buffers {
      guard let data = buffer.data, !data.isEmpty else { continue }
      bytes.append(contentsOf: repeatElement(0, count: Self.aligned(bytes.count) - bytes.count))
      data.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  private static let bufferAlignment = 16

  private static func aligned(_ position: Int) -> Int { (position + bufferAlignment - 1) & ~(bufferAlignment - 1) }

  /// The model with its data taken out of the buffers, and in place of it the positions at which it is put, from
  /// `start` on.
  private func placingData(from start: Int) -> Model {
    var model = self
    var position = start
    for index in buffers.indices {
      guard let data = buffers[index].data, !data.isEmpty else { continue }
      model.buffers[index].data = nil
      model.buffers[index].offset = UInt64(position)
      model.buffers[index].size = UInt64(data.count)
      position = Self.aligned(position + data.count)
    }
    return model
  }
}
