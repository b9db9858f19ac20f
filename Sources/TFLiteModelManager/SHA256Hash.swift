import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import CLibCrypto
#endif

/// The SHA-256 of bytes that come piece by piece, computed by the system's library.
package struct SHA256Hash: ~Copyable {
  #if canImport(CryptoKit)
  private var state = SHA256()
  #else
  private let state: OpaquePointer

  /// From a library context of its own: the machine's configuration of OpenSSL could take the algorithm away.
  nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(OSSL_LIB_CTX_new(), "SHA256", nil)
  #endif

  package init() {
    #if !canImport(CryptoKit)
    // Like Swift's own allocations, it fails only where there is no memory at all.
    guard let state = EVP_MD_CTX_new(), EVP_DigestInit_ex2(state, Self.algorithm, nil) == 1 else {
      fatalError("no memory for a SHA-256")
    }
    self.state = state
    #endif
  }

  #if !canImport(CryptoKit)
  deinit { EVP_MD_CTX_free(state) }
  #endif

  package mutating func update(_ data: some DataProtocol) {
    #if canImport(CryptoKit)
    state.update(data: data)
    #else
    for region in data.regions {
      _ = region.withUnsafeBytes { EVP_DigestUpdate(state, $0.baseAddress, $0.count) }
    }
    #endif
  }

  /// 32 bytes.
  package consuming func finalize() -> [UInt8] {
    #if canImport(CryptoKit)
    return Array(state.finalize())
    #else
    var bytes = [UInt8](repeating: 0, count: 32)
    EVP_DigestFinal_ex(state, &bytes, nil)
    return bytes
    #endif
  }

  /// 32 bytes.
  package static func of(_ data: some DataProtocol) -> [UInt8] {
    var hash = SHA256Hash()
    hash.update(data)
    return hash.finalize()
  }
}

extension Sequence where Element == UInt8 {
  /// Two digits for each byte.
  package var hexadecimal: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
