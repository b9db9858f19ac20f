import TFLiteCLibrary

/// Reads picture files.
enum FileReading {
  /// The whole content of a file, provided that its first bytes are those of a picture: a film or an archive is refused
  /// before it is read.
  ///
  /// The file is read rather than mapped: whoever shortens a mapped file ends the process that looks at it.
  ///
  /// - Throws: ``ImageError/cannotRead(reason:)``, ``ImageError/fileTooLarge(maximumBytes:)``, ``ImageError/empty``,
  ///   ``ImageError/unknownFormat(_:)``.
  static func pictureFile(at path: String, maximumBytes: Int) throws(ImageError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .cannotRead(reason: SystemError.message(errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .cannotRead(reason: SystemError.message(errno)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .cannotRead(reason: SystemError.message(EISDIR)) }

    var bytes: [UInt8] = []
    try append(to: &bytes, from: file, upTo: ImageFormat.signatureLength)
    try bytes.withUnsafeBufferPointer { (start) throws(ImageError) in
      _ = try ImageFormat(detecting: UnsafeRawBufferPointer(start))
    }
    // The size that the system states is only a hint: pipes have none, and files grow.
    let expected = max(min(Int(status.st_size), maximumBytes), bytes.count)
    bytes.reserveCapacity(expected + 1)
    var step = expected + 1
    while true {
      let before = bytes.count
      try append(to: &bytes, from: file, upTo: min(step, maximumBytes - before + 1))
      guard bytes.count <= maximumBytes else { throw .fileTooLarge(maximumBytes: maximumBytes) }
      if bytes.count - before == 0 { return bytes }
      step = 1 << 20
    }
  }

  /// Appends as many bytes as there are, `count` at most.
  static func append(to bytes: inout [UInt8], from file: Int32, upTo count: Int) throws(ImageError) {
    var left = count
    while left > 0 {
      let received = try appendSome(to: &bytes, from: file, upTo: left)
      if received == 0 { return }
      left -= received
    }
  }

  /// Appends what is there now, or waits for the first byte; `count` at most.
  ///
  /// - Returns: how many bytes there were; 0 at the end.
  static func appendSome(to bytes: inout [UInt8], from file: Int32, upTo count: Int) throws(ImageError) -> Int {
    let chunk = min(count, 1 << 26)
    while true {
      var received = 0
      bytes.append(addingCapacity: chunk) { span in
        span.withUnsafeMutableBufferPointer { buffer, initializedCount in
          received = read(file, buffer.baseAddress, chunk)
          initializedCount = max(received, 0)
        }
      }
      if received >= 0 { return received }
      guard errno == EINTR else { throw .cannotRead(reason: SystemError.message(errno)) }
    }
  }
}
