import Foundation

/// What a server is asked for.
struct TransferRequest: Sendable {
  let url: URL
  /// Fields of its head.
  let headers: [String: String]
  /// Whether it may be made over a mobile network, where there is one.
  let allowsCellularAccess: Bool
}
