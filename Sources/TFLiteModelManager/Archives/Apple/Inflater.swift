#if canImport(Compression)
import Compression

/// Undoes the compression of gzip files and ZIP archives (RFC 1951), piece by piece, with Apple's Compression.
package final class Inflater {
  /// The stream is broken.
  package struct Failure: Error {
    package init() {}
  }

  /// Whether the stream's last byte has been written.
  package private(set) var isAtEnd = false

  private let stream = UnsafeMutablePointer<compression_stream>.allocate(capacity: 1)

  package init() throws(Failure) {
    // What the library calls ZLIB is the stream alone, without zlib's own header.
    guard compression_stream_init(stream, COMPRESSION_STREAM_DECODE, COMPRESSION_ZLIB) == COMPRESSION_STATUS_OK else {
      stream.deallocate()
      throw Failure()
    }
  }

  deinit {
    compression_stream_destroy(stream)
    stream.deallocate()
  }

  /// Decompresses a piece, or what fits.
  ///
  /// - Parameters:
  ///   - input: the next bytes of the stream, at least one.
  ///   - output: where decompressed bytes go, room for at least one.
  /// - Returns: how many bytes were taken and how many were written. Where neither is more than 0, the stream is broken.
  package func next(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> (taken: Int, written: Int) {
    guard let source = input.bindMemory(to: UInt8.self).baseAddress,
      let destination = output.bindMemory(to: UInt8.self).baseAddress
    else { throw Failure() }
    stream.pointee.src_ptr = source
    stream.pointee.src_size = input.count
    stream.pointee.dst_ptr = destination
    stream.pointee.dst_size = output.count
    switch compression_stream_process(stream, 0) {
    case COMPRESSION_STATUS_OK: break
    case COMPRESSION_STATUS_END: isAtEnd = true
    default: throw Failure()
    }
    let (taken, written) = (input.count - stream.pointee.src_size, output.count - stream.pointee.dst_size)
    guard taken > 0 || written > 0 || isAtEnd else { throw Failure() }
    return (taken, written)
  }

  /// All that a stream decompresses to.
  ///
  /// - Parameter limit: how many bytes are the most that are asked for; one more tells that there are more.
  package static func contents(of stream: UnsafeRawBufferPointer, limit: Int) throws(Failure) -> [UInt8] {
    let inflater = try Inflater()
    var rest = stream
    return try [UInt8](unsafeUninitializedCapacity: limit + 1) { (buffer, count) throws(Failure) in
      while !inflater.isAtEnd, count <= limit {
        let room = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
        let step = try inflater.next(rest, into: room)
        rest = UnsafeRawBufferPointer(rebasing: rest[step.taken...])
        count += step.written
      }
    }
  }
}
#endif
