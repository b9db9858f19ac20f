import Foundation

/// A lock that processes share: the system gives it back when its owner ends, however that happens.
final class FileLock {
  private let descriptor: Int32

  /// Waits until nobody else has the lock.
  ///
  /// - Throws: ``ModelManagerError/storage(path:reason:)`` where there can be no lock, ``ModelManagerError/cancelled``.
  init(_ url: URL) async throws(ModelManagerError) {
    descriptor = open(url.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .storage(path: url.path, reason: String(cString: strerror(errno))) }
    // A wait inside of the system could not be cancelled. Whatever is thrown, deinit closes the file.
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw .storage(path: url.path, reason: String(cString: strerror(errno)))
      }
      do { try await Task.sleep(for: .milliseconds(50)) } catch { throw .cancelled }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
