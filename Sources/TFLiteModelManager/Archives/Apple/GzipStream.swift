#if canImport(Compression)
import Foundation
import TFLiteSchema

/// The bytes of a file, with gzip's compression undone where there is one (RFC 1952).
final class GzipStream {
  private let file: FileHandle
  private var piece = Data()
  /// How much of the piece was taken.
  private var position = 0
  /// Of the compressed stream that is being read; nil between streams, and where nothing is compressed.
  private var inflater: Inflater?
  private var checksum = CRC32()
  private var byteCount: UInt32 = 0
  private let isCompressed: Bool

  init(contentsOfFile path: String) throws(ArchiveProblem) {
    do {
      file = try FileHandle(forReadingFrom: URL(filePath: path))
      piece = try file.read(upToCount: Self.pieceSize) ?? Data()
    } catch {
      throw .unreadable(error.localizedDescription, canGoOn: false)
    }
    isCompressed = piece.starts(with: Self.magic)
  }

  deinit { try? file.close() }

  private static let magic: [UInt8] = [0x1F, 0x8B]
  private static let pieceSize = 1 << 16
  private static let damaged = ArchiveProblem.unreadable("its compression is damaged", canGoOn: false)

  /// Reads bytes.
  ///
  /// - Returns: how many were read; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int {
    guard !buffer.isEmpty else { return 0 }
    guard isCompressed else { return try copyPiece(into: buffer) }
    while true {
      guard try fillPiece() else {
        guard inflater == nil else { throw ArchiveProblem.cut }
        return 0
      }
      if inflater == nil { try readHeader() }
      let count = try decompressPiece(into: buffer)
      if count > 0 { return count }
    }
  }

  /// Takes what is there of a file that is not compressed.
  private func copyPiece(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int {
    guard try fillPiece() else { return 0 }
    let count = min(buffer.count, piece.count - position)
    piece.copyBytes(to: buffer, from: position..<position + count)
    position += count
    return count
  }

  private func decompressPiece(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveProblem) -> Int {
    guard let inflater, try fillPiece() else { throw ArchiveProblem.cut }
    let taken: Int
    let written: Int
    do {
      (taken, written) = try piece.withUnsafeBytes { bytes in
        try inflater.next(UnsafeRawBufferPointer(rebasing: bytes[position...]), into: buffer)
      }
    } catch {
      throw Self.damaged
    }
    position += taken
    checksum.update(UnsafeRawBufferPointer(rebasing: buffer[..<written]))
    byteCount &+= UInt32(truncatingIfNeeded: written)
    if inflater.isAtEnd { try readTrailer() }
    return written
  }

  /// Passes over what stands before a stream: ten bytes, and parts that a byte of flags names.
  private func readHeader() throws(ArchiveProblem) {
    var header: [UInt8] = []
    for _ in 0..<10 { header.append(try nextByte()) }
    guard header.starts(with: Self.magic), header[2] == 8 else { throw Self.damaged }
    let flags = header[3]
    if flags & 4 != 0 {
      let count = Int(try nextByte()) | Int(try nextByte()) << 8
      for _ in 0..<count { _ = try nextByte() }
    }
    for text: UInt8 in [8, 16] where flags & text != 0 {
      while try nextByte() != 0 {}
    }
    if flags & 2 != 0 { for _ in 0..<2 { _ = try nextByte() } }
    do { inflater = try Inflater() } catch { throw ArchiveProblem.outOfMemory }
    checksum = CRC32()
    byteCount = 0
  }

  /// Checks what stands behind a stream: its checksum and its size.
  private func readTrailer() throws(ArchiveProblem) {
    inflater = nil
    guard try nextNumber() == checksum.value, try nextNumber() == byteCount else { throw Self.damaged }
  }

  private func nextNumber() throws(ArchiveProblem) -> UInt32 {
    var number: UInt32 = 0
    for shift in 0..<4 { number |= UInt32(try nextByte()) << (8 * UInt32(shift)) }
    return number
  }

  private func nextByte() throws(ArchiveProblem) -> UInt8 {
    guard try fillPiece() else { throw ArchiveProblem.cut }
    defer { position += 1 }
    return piece[position]
  }

  /// Reads the next piece where all of this one was taken.
  ///
  /// - Returns: whether there are bytes.
  private func fillPiece() throws(ArchiveProblem) -> Bool {
    if position == piece.count {
      do { piece = try file.read(upToCount: Self.pieceSize) ?? Data() } catch {
        throw .unreadable(error.localizedDescription, canGoOn: false)
      }
      position = 0
    }
    return !piece.isEmpty
  }
}
#endif
