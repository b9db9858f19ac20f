// https://developer.apple.com/documentation/cryptokit
import Foundation

// https://developer.apple.com/documentation/cryptokit/sha256
public struct SHA256: Sendable {
  public init() {}
  public mutating func update(data: some DataProtocol) { fatalError() }
  public func finalize() -> SHA256Digest { fatalError() }
}

// https://developer.apple.com/documentation/cryptokit/sha256digest
public struct SHA256Digest: Sequence, Sendable {
  public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}
