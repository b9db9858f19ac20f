import TFLiteFlatBuffers

#if canImport(Compression)
import TFLiteModelManager
#else
import CZLib
#endif

/// The compression of ZIP archives (RFC 1951), undone by the system's library.
package enum Deflate {
  /// No stream becomes more than this many times as long.
  private static let greatestRatio = 1032

  /// Why a stream cannot be decompressed.
  package struct Failure: Error, Equatable {
    package let reason: String
  }

  /// The contents of a stream.
  ///
  /// - Parameter size: how many bytes they have, as the archive states it.
  /// - Throws: ``Failure`` for a stream that is broken, or whose contents have another size.
  package static func decompressed(_ stream: ByteSlice, size: Int) throws(Failure) -> [UInt8] {
    guard size <= stream.count * greatestRatio else {
      throw Failure(reason: "\(stream.count) compressed bytes cannot hold \(size) bytes")
    }
    let contents = try inflated(stream, size: size)
    guard contents.count == size else {
      throw Failure(reason: "its contents are not the \(size) bytes that the archive states")
    }
    return contents
  }

  #if canImport(Compression)
  private static func inflated(_ stream: ByteSlice, size: Int) throws(Failure) -> [UInt8] {
    do throws(Inflater.Failure) {
      return try stream.withUnsafeBytes { (bytes) throws(Inflater.Failure) in
        try Inflater.contents(of: bytes, limit: size)
      }
    } catch {
      throw Failure(reason: "its compression is damaged")
    }
  }
  #else
  /// zlib's number for a stream without a header: the negative size of the window, as a power of two.
  private static let rawStream: Int32 = -15

  private static func inflated(_ stream: ByteSlice, size: Int) throws(Failure) -> [UInt8] {
    guard let window = uInt(exactly: stream.count), let room = uInt(exactly: size) else {
      throw Failure(reason: "it is larger than 4 GB")
    }
    var state = z_stream()
    guard inflateInit2_(&state, rawStream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw Failure(reason: "zlib \(ZLIB_VERSION) does not start")
    }
    defer { inflateEnd(&state) }
    var status = Z_OK
    let contents = stream.withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        // zlib takes no missing memory, and writes nothing where there is no room.
        var nothing: UInt8 = 0
        withUnsafeMutablePointer(to: &nothing) { nothing in
          // It only reads its input.
          state.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress) ?? nothing
          state.avail_in = window
          state.next_out = buffer.baseAddress ?? nothing
          state.avail_out = room
          status = inflate(&state, Z_FINISH)
        }
        count = size - Int(state.avail_out)
      }
    }
    guard status == Z_STREAM_END else {
      let reason = state.msg.map { String(cString: $0) }
      throw Failure(reason: reason ?? "its contents are not the \(size) bytes that the archive states")
    }
    return contents
  }
  #endif
}
