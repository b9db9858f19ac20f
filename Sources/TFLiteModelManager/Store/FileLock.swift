import Foundation

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
      if lock.isInPlace { return lock }
    }
  }

  private init(_ url: URL) async throws(ModelManagerError) {
    self.url = url
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

  private var isInPlace: Bool {
    var (locked, named) = (stat(), stat())
    guard fstat(descriptor, &locked) == 0, stat(url.path, &named) == 0 else { return false }
    return locked.st_dev == named.st_dev && locked.st_ino == named.st_ino
  }

  /// Removes the file, which whoever has the lock may do.
  func removeFile() { unlink(url.path) }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
