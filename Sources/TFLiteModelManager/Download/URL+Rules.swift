import Foundation

extension URL {
  /// - Throws: ``ModelManagerError/unsuitableURL(url:reason:)`` for what is no address.
  init(address: String) throws(ModelManagerError) {
    guard let url = URL(string: address), url.scheme != nil else {
      throw .unsuitableURL(url: address, reason: "it is no address")
    }
    self = url
  }

  /// The address for people: without query, fragment, name and password, which may be secrets.
  var withoutSecrets: String {
    guard !isFileURL else { return path }
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return "an address" }
    (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
    return parts.string ?? "an address"
  }

  /// Whether the address is one of this machine.
  var isLoopback: Bool {
    guard let host = host()?.lowercased() else { return false }
    let bytes = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return host == "localhost" || host == "::1" || host == "[::1]"
      || bytes.count == 4 && bytes[0] == 127 && !bytes.contains(nil)
  }

  /// - Parameter allowingInsecureHTTP: whether the caller accepts that everybody on the way may read and change what comes.
  /// - Throws: ``ModelManagerError/unsuitableURL(url:reason:)``.
  func checkTransport(allowingInsecureHTTP: Bool) throws(ModelManagerError) {
    switch scheme?.lowercased() {
    case "https" where host() != nil: break
    case "http" where isLoopback: break
    case "http" where host() != nil:
      guard allowingInsecureHTTP else {
        throw .unsuitableURL(
          url: withoutSecrets, reason: "HTTP without encryption is used to this machine only, unless it is asked for")
      }
    default: throw .unsuitableURL(url: withoutSecrets, reason: "expected is an address with https and a host")
    }
  }

  /// Whether what is meant for one of the two may be told the other.
  func hasSameOwner(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased() && host() == other.host() && port == other.port
  }
}
