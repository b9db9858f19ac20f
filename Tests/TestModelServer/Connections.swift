import FlyingFox
import Foundation

/// The connections of this process.
enum Connections {
  /// Lets the connection to a client end with a reset instead of a farewell, when it is closed.
  static func reset(to client: HTTPRequest.Address?) {
    guard case .ip4(_, let port) = client else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      guard let descriptor = Int32(name), peerPort(descriptor) == port, localPort(descriptor) != port else { continue }
      var noLinger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &noLinger, socklen_t(MemoryLayout<linger>.size))
    }
  }

  private static func peerPort(_ descriptor: Int32) -> UInt16? { port { getpeername(descriptor, $0, $1) } }

  private static func localPort(_ descriptor: Int32) -> UInt16? { port { getsockname(descriptor, $0, $1) } }

  private static func port(_ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) -> UInt16?
  {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, &size) }
    }
    return status == 0 && Int32(address.sin_family) == AF_INET ? UInt16(bigEndian: address.sin_port) : nil
  }
}
