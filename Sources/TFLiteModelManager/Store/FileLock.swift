import Foundation
import TFLiteCLibrary

/// A lock that processes share: the system gives it back when its owner ends, however that happens.
final class FileLock {
  private let url: URL
  private let descriptor: Int32

  /// Waits until nobody else has the lock.
  ///
  /// - Throws: ``ModelManagerError/storage(path:reason:)`` where there can be no lock, ``ModelManagerError/cancelled``.
  static func waiting(for url: URL) async throws(ModelManagerError) -> FileLock {
    while true {
      let lock = try await FileLock(url)
      // Who had it before may have removed the file: others then lock the one that is there now.
      if try lock.isInPlace { return lock }
    }
  }

  private init(_ url: URL) async throws(ModelManagerError) {
    self.url = url
    descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw systemError }
    // A wait inside of the system could not be cancelled. Whatever is thrown, deinit closes the file.
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw systemError }
      do { try await Task.sleep(for: .milliseconds(50)) } catch { throw .cancelled }
    }
  }

  /// - Throws: ``ModelManagerError/storage(path:reason:)`` where the system does not tell: one would wait for ever.
  private var isInPlace: Bool {
    get throws(ModelManagerError) {
      var locked = stat()
      guard fstat(descriptor, &locked) == 0 else { throw systemError }
      guard let named = try FileStatus.at(url.path) else { return false }
      return UInt64(truncatingIfNeeded: locked.st_dev) == named.device
        && UInt64(truncatingIfNeeded: locked.st_ino) == named.number
    }
  }

  private var systemError: ModelManagerError {
    .storage(path: url.path, reason: String(cString: strerror(errno)))
  }

  /// Removes the file, which whoever has the lock may do.
  func removeFile() { unlink(url.path) }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
