import TFLiteSchema

/// The values of a run or a trace as one file: an NPZ archive with an array for each tensor and `index.json`, which
/// says for each array what it is. It is written while it is made, so that one array at a time is in memory beside the values.
struct ValueArchive {
  /// Whether quantized values become real ones.
  let isDequantized: Bool
  /// The most bytes that an array may take which is not what a tensor holds.
  let memoryLimit: Int
  private var archive = NPZWriter()
  private var index: [String: TensorRecord] = [:]

  init(isDequantized: Bool, memoryLimit: Int) {
    (self.isDequantized, self.memoryLimit) = (isDequantized, memoryLimit)
  }

  /// Writes an array.
  ///
  /// - Parameters:
  ///   - values: what a tensor holds.
  ///   - quantization: what the values stand for.
  ///   - name: what the array is called.
  ///   - output: takes the bytes.
  ///   - record: says what the array is, given what it holds.
  /// - Throws: what ``NPZWriter/add(_:named:limit:to:)`` throws.
  mutating func add(
    _ values: TensorValues, _ quantization: Quantization?, named name: String, to output: ByteOutput,
    record: (_ stored: TensorValues) -> TensorRecord
  ) throws {
    var stored = values
    if isDequantized {
      do throws(InspectionError) {
        stored = try values.realIfQuantized(quantization, limit: memoryLimit)
      } catch {
        throw error.about(tensor: name)
      }
    }
    try archive.add(stored, named: name, limit: memoryLimit, to: output)
    index[name] = record(stored)
  }

  /// Writes what says what the arrays are, and the end of the file.
  ///
  /// - Throws: `EncodingError`, what ``NPZWriter/finish(to:)`` throws.
  mutating func finish(to output: ByteOutput) throws {
    try archive.add(text: JSONText.of(index), fileNamed: "index.json", to: output)
    try archive.finish(to: output)
  }
}

/// Values that an archive can hold.
protocol ArchivedValues {
  /// The most bytes that an array may take which is not what a tensor holds.
  var memoryLimit: Int { get }

  /// Adds all arrays.
  func add(to archive: inout ValueArchive, _ output: ByteOutput) throws
}

extension ArchivedValues {
  /// The archive's bytes.
  func encoded(dequantized: Bool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try write(dequantized: dequantized) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Writes the archive as a file.
  func write(to path: String, dequantized: Bool) throws {
    try OutputFile.write(to: path) { output in try write(dequantized: dequantized, to: output) }
  }

  private func write(dequantized: Bool, to output: ByteOutput) throws {
    var archive = ValueArchive(isDequantized: dequantized, memoryLimit: memoryLimit)
    try add(to: &archive, output)
    try archive.finish(to: output)
  }
}

extension TensorValues {
  /// Dequantized where there is a quantization; else as it is.
  ///
  /// - Throws: ``InspectionError/arrayTooLarge(tensor:byteCount:limit:)`` where that takes more bytes than `limit`.
  fileprivate func realIfQuantized(
    _ quantization: Quantization?, limit: Int
  ) throws(InspectionError) -> TensorValues {
    guard let quantization, !quantization.scale.isEmpty, type.integerRange != nil else { return self }
    return try dequantized(quantization, limit: limit)
  }
}
