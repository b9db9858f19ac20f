import Foundation

/// What stands before the body of a server's answer.
public struct HTTPHead: Sendable {
  /// The address that answered, after redirections.
  public let url: URL
  /// The status code.
  public let status: Int
  private let fields: [String: String]

  package init(url: URL, status: Int, fields: [(name: String, value: String)]) {
    self.url = url
    self.status = status
    self.fields = Dictionary(fields.map { ($0.name.lowercased(), $0.value) }) { $1 }
  }

  /// A header field; case does not matter in its name.
  public subscript(name: String) -> String? { fields[name.lowercased()] }

  /// How many bytes will come; nil where the server does not say so, or they are compressed on the way.
  package var byteCount: Int? {
    isEncoded ? nil : self["Content-Length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Whether the body is another one than what comes of it.
  var isEncoded: Bool { self["Content-Encoding"].map { $0.lowercased() != "identity" } ?? false }

  /// The name of the bytes, good enough to put parts together; weak ones, which may stand for similar bytes, are not.
  package var strongETag: String? { self["ETag"].flatMap { $0.hasPrefix("\"") ? $0 : nil } }

  /// Where the bytes of a partial answer begin, and how many the whole file has; nil where the field says neither.
  package var contentRange: (start: Int, total: Int?)? {
    guard let match = self["Content-Range"]?.wholeMatch(of: /bytes (\d+)-\d+\/(\d+|\*)/), let start = Int(match.1)
    else { return nil }
    return (start, Int(match.2))
  }

  /// Where the server wants the client to go instead.
  package var redirection: URL? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    return self["Location"].flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
  }

  /// The refusal that the status means.
  package var refusal: ModelManagerError {
    .refused(
      url: url.withoutSecrets, status: status, retryAfter: self["Retry-After"].flatMap { Duration(retryAfter: $0) })
  }
}
