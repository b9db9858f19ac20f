import TFLiteSchema

/// Takes the next bytes of a file.
typealias ByteOutput = (UnsafeRawBufferPointer) throws -> Void

/// Writes an ``NPZArchive`` array by array: what has to be made of one is in memory as long as it is written.
struct NPZWriter {
  private var archive = ZipWriter()

  /// Writes an array.
  ///
  /// - Parameters:
  ///   - limit: the most bytes that elements may take which are not those of the tensor.
  ///   - output: takes the bytes.
  /// - Throws: ``InspectionError/noArrayType(tensor:type:)``, ``InspectionError/arrayTooLarge(tensor:byteCount:limit:)``,
  ///   ``InspectionError/invalidNPZ(reason:)`` beyond 4 GB and for a name that no file can have; what `output` throws.
  mutating func add(_ values: TensorValues, named name: String, limit: Int, to output: ByteOutput) throws {
    let parts: NPYFile.Parts
    do throws(InspectionError) {
      parts = try NPYFile.parts(of: values, limit: limit)
    } catch {
      throw error.about(tensor: name)
    }
    try add([parts.header, parts.elements], fileNamed: name + NPZArchive.arrayExtension, to: output)
  }

  /// Writes a text file.
  ///
  /// - Throws: ``InspectionError/invalidNPZ(reason:)`` beyond 4 GB and for a name that no file can have; what `output`
  ///   throws.
  mutating func add(text: String, fileNamed name: String, to output: ByteOutput) throws {
    try add([Array(text.utf8)], fileNamed: name, to: output)
  }

  /// Writes the end of the archive.
  ///
  /// - Throws: ``InspectionError/invalidNPZ(reason:)`` beyond 4 GB; what `output` throws.
  func finish(to output: ByteOutput) throws {
    let end: [UInt8]
    do throws(ModelError) { end = try archive.end() } catch {
      throw InspectionError.invalidNPZ(reason: error.archiveProblem)
    }
    try end.withUnsafeBytes(output)
  }

  private mutating func add(_ pieces: [[UInt8]], fileNamed name: String, to output: ByteOutput) throws {
    let header: [UInt8]
    do throws(ModelError) {
      header = try archive.header(of: ZipWriter.Entry(name: name, pieces: pieces))
    } catch {
      throw InspectionError.invalidNPZ(reason: error.archiveProblem)
    }
    for piece in [header] + pieces { try piece.withUnsafeBytes(output) }
  }
}
