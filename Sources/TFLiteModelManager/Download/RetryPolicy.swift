/// How often a transfer that failed is tried again, and with which pauses.
///
/// Pauses double from one failure to the next, and each is shortened by a random part of up to a half, so that clients
/// that failed together do not come back together. A server that asks for a longer pause gets it.
public struct RetryPolicy: Sendable, Equatable {
  /// How many failures in a row end the download; a transfer that has brought a megabyte is none.
  public var attempts = 5
  /// The pause after the first failure.
  public var firstPause = Duration.seconds(1)
  /// No pause is longer, unless the server asks for it.
  public var longestPause = Duration.seconds(60)
  /// Servers that ask for a longer pause are not waited for: the download fails.
  public var longestRequestedPause = Duration.seconds(300)

  /// Five attempts in about ten seconds.
  public init() {}

  /// No second attempt.
  public static let never = {
    var policy = RetryPolicy()
    policy.attempts = 1
    return policy
  }()

  /// The pause after a failure.
  ///
  /// - Parameters:
  ///   - failures: how many there have been in a row, from 1.
  ///   - error: the last.
  /// - Returns: nil where the download has failed for good.
  func pause(
    after failures: Int, _ error: ModelManagerError, using generator: inout some RandomNumberGenerator
  ) -> Duration? {
    guard error.mayPass, failures < attempts else { return nil }
    let doubled = firstPause * Int(1 << min(max(0, failures - 1), 20))
    let pause = min(doubled, longestPause) * Double.random(in: 0.5...1, using: &generator)
    guard case .refused(_, _, let requested?) = error else { return pause }
    return requested <= longestRequestedPause ? max(pause, requested) : nil
  }
}

extension ModelManagerError {
  /// Whether the same request may do better a little later.
  fileprivate var mayPass: Bool {
    switch self {
    case .connection, .stalled, .tooSlow: true
    case .refused(_, let status, _): [408, 425, 429, 500, 502, 503, 504].contains(status)
    default: false
    }
  }
}
