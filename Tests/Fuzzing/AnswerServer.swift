#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif
import Foundation
import Synchronization

/// A server on the loopback interface that sends given bytes, whatever it is asked, and closes the connection.
final class AnswerServer: Sendable {
  let port: UInt16
  /// What the next connections get, one each; later ones get nothing.
  private let answers = Mutex<ArraySlice<[UInt8]>>([])

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, address, &size) == 0
      }
    }
    guard listener >= 0, status else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = UInt16(bigEndian: address.sin_port)
    signal(SIGPIPE, SIG_IGN)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { continue }
        self.serve(connection)
        close(connection)
      }
    }
  }

  func answer(with answers: [[UInt8]]) { self.answers.withLock { $0 = answers[...] } }

  private func serve(_ connection: Int32) {
    var asked: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while !asked.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = read(connection, &piece, piece.count)
      guard count > 0 else { return }
      asked += piece[..<count]
    }
    var answer = (answers.withLock { $0.popFirst() } ?? [])[...]
    while !answer.isEmpty {
      let count = answer.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      answer = answer.dropFirst(count)
    }
    // So that what has been sent is not thrown away with the connection.
    shutdown(connection, Int32(SHUT_WR))
    while read(connection, &piece, piece.count) > 0 {}
  }
}
