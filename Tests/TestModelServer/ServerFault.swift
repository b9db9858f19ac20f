/// What the server does wrong with one request.
package enum ServerFault: Sendable, Equatable {
  /// The body comes in small pieces, with a millisecond between them.
  case slow
  /// The body comes byte by byte, fifty a second.
  case trickle
  /// Nothing comes any more after so many bytes.
  case stalled(after: Int)
  /// The connection is closed after so many bytes, as at the end of an answer.
  case truncated(after: Int)
  /// The connection is reset after so many bytes.
  case reset(after: Int)
  /// The server dies after so many bytes, with all its connections, and comes back after a moment.
  case death(after: Int)
  /// The same, and something else has its port when it wants to come back.
  case loss(after: Int)
  /// So many bytes more than the file has, of zeros; fewer with a negative number. The announced length fits them.
  case wrongLength(by: Int)
  /// No length is announced, and the bytes come again and again.
  case endless
  /// A byte in the middle is another one.
  case wrongBytes
  /// The whole file is sent where a part was asked for.
  case ignoresRange
  /// Another part of the file is sent than asked for.
  case wrongRange
  /// The file has not changed, although nobody knows it.
  case notModified
  /// A redirection to the same address, every time.
  case redirectionLoop
  /// A redirection to an address that works.
  case redirection
  /// An error of the server's.
  case status(Int, retryAfter: String? = nil)
}
