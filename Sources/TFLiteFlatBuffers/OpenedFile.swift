import TFLiteCLibrary

/// A regular file that is open for reading.
struct OpenedFile: ~Copyable {
  let path: String
  let descriptor: Int32
  /// How long the file was when it was opened.
  let byteCount: Int
  private let changeTime: timespec

  /// - Throws: ``FlatBufferError/unreadableFile(path:reason:)``, also for pipes, folders and devices.
  init(_ path: String) throws(FlatBufferError) {
    // Opening a pipe must not wait for somebody to write into it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.error(errno, path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let code = errno
      close(descriptor)
      throw Self.error(code, path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unreadableFile(path: path, reason: "not a regular file")
    }
    self.path = path
    self.descriptor = descriptor
    byteCount = Int(status.st_size)
    changeTime = status.changeTime
  }

  deinit { close(descriptor) }

  /// Fills a buffer with the file's beginning.
  ///
  /// - Throws: ``FlatBufferError/unreadableFile(path:reason:)``, also when somebody writes to the file meanwhile.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FlatBufferError) {
    var filled = 0
    while filled < buffer.count {
      let received = TFLiteCLibrary.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
      if received < 0, errno == EINTR { continue }
      guard received >= 0 else { throw error(errno) }
      guard received > 0 else { throw changed }
      filled += received
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error(errno) }
    guard Int(status.st_size) == byteCount, status.changeTime == changeTime else { throw changed }
  }

  private var changed: FlatBufferError {
    .unreadableFile(path: path, reason: "the file was written to while it was read")
  }

  /// What the system says about a failure.
  func error(_ code: Int32) -> FlatBufferError { Self.error(code, path) }

  private static func error(_ code: Int32, _ path: String) -> FlatBufferError {
    .unreadableFile(path: path, reason: strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
}

extension stat {
  /// When the content was last changed.
  fileprivate var changeTime: timespec {
    #if canImport(Darwin)
    st_mtimespec
    #else
    st_mtim
    #endif
  }
}

private func == (left: timespec, right: timespec) -> Bool {
  left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec
}
