// https://developer.apple.com/documentation/compression
import CZLib

// https://developer.apple.com/documentation/compression/compression_stream
public struct compression_stream {
  public var dst_ptr: UnsafeMutablePointer<UInt8>
  public var dst_size: Int
  public var src_ptr: UnsafePointer<UInt8>
  public var src_size: Int
  public var state: UnsafeMutableRawPointer?
}

// https://developer.apple.com/documentation/compression/compression_status
public struct compression_status: RawRepresentable, Equatable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

public var COMPRESSION_STATUS_OK: compression_status { compression_status(rawValue: 0) }
public var COMPRESSION_STATUS_ERROR: compression_status { compression_status(rawValue: -1) }
public var COMPRESSION_STATUS_END: compression_status { compression_status(rawValue: 1) }

// https://developer.apple.com/documentation/compression/compression_stream_operation
public struct compression_stream_operation: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public var COMPRESSION_STREAM_DECODE: compression_stream_operation { compression_stream_operation(rawValue: 1) }

// https://developer.apple.com/documentation/compression/compression_algorithm
public struct compression_algorithm: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

// https://developer.apple.com/documentation/compression/compression_zlib
public var COMPRESSION_ZLIB: compression_algorithm { compression_algorithm(rawValue: 0x205) }

// https://developer.apple.com/documentation/compression/compression_stream_init(_:_:_:)
public func compression_stream_init(
  _ stream: UnsafeMutablePointer<compression_stream>, _ operation: compression_stream_operation,
  _ algorithm: compression_algorithm
) -> compression_status {
  let inflation = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  inflation.initialize(to: z_stream())
  stream.pointee.state = UnsafeMutableRawPointer(inflation)
  let status = inflateInit2_(inflation, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  return status == Z_OK ? COMPRESSION_STATUS_OK : COMPRESSION_STATUS_ERROR
}

// https://developer.apple.com/documentation/compression/compression_stream_process(_:_:)
public func compression_stream_process(
  _ stream: UnsafeMutablePointer<compression_stream>, _ flags: Int32
) -> compression_status {
  guard let state = stream.pointee.state else { return COMPRESSION_STATUS_ERROR }
  let inflation = state.assumingMemoryBound(to: z_stream.self)
  inflation.pointee.next_in = UnsafeMutablePointer(mutating: stream.pointee.src_ptr)
  inflation.pointee.avail_in = uInt(stream.pointee.src_size)
  inflation.pointee.next_out = stream.pointee.dst_ptr
  inflation.pointee.avail_out = uInt(stream.pointee.dst_size)
  let status = inflate(inflation, Z_NO_FLUSH)
  stream.pointee.src_ptr += stream.pointee.src_size - Int(inflation.pointee.avail_in)
  stream.pointee.src_size = Int(inflation.pointee.avail_in)
  stream.pointee.dst_ptr += stream.pointee.dst_size - Int(inflation.pointee.avail_out)
  stream.pointee.dst_size = Int(inflation.pointee.avail_out)
  return switch status {
  case Z_OK, Z_BUF_ERROR: COMPRESSION_STATUS_OK
  case Z_STREAM_END: COMPRESSION_STATUS_END
  default: COMPRESSION_STATUS_ERROR
  }
}

// https://developer.apple.com/documentation/compression/compression_stream_destroy(_:)
@discardableResult
public func compression_stream_destroy(_ stream: UnsafeMutablePointer<compression_stream>) -> compression_status {
  guard let state = stream.pointee.state else { return COMPRESSION_STATUS_ERROR }
  let inflation = state.assumingMemoryBound(to: z_stream.self)
  inflateEnd(inflation)
  inflation.deallocate()
  return COMPRESSION_STATUS_OK
}
