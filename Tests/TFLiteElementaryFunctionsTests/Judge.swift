import TFLiteCLibrary
import Testing

/// The C library of this machine, which computes what TFLite does here.
enum Judge {
  static var name: String { hasFusedMultiplyAdd ? version : "\(version) without fused multiply-add" }

  private static var version: String {
    #if canImport(Glibc)
    var text = [UInt8](repeating: 0, count: 64)
    let count = text.withUnsafeMutableBytes {
      confstr(Int32(_CS_GNU_LIBC_VERSION), $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    // With the zero at its end.
    return String(decoding: text.prefix(max(0, count - 1)), as: UTF8.self)
    #else
    "another C library than glibc"
    #endif
  }

  /// Whether it is the one whose results the package's functions give.
  static var isTheModel: Bool {
    #if arch(x86_64)
    version == "glibc 2.36" && hasFusedMultiplyAdd
    #else
    false
    #endif
  }

  /// eˣ of this number has another last bit if it is computed without fused multiply-add.
  private static var hasFusedMultiplyAdd: Bool { exp(0.6146469401223772) == 1.8490036752931058 }

  /// Fails if the judge is the model, and differs. Another judge is named, with what it differs in.
  static func expectSame(
    _ difference: Difference, _ function: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text: Comment = "\(function) differs from \(name) in \(difference.count) results; first \(difference.first)"
    if isTheModel {
      #expect(difference.count == 0, text, sourceLocation: sourceLocation)
    } else if difference.count > 0 {
      withKnownIssue { Issue.record(text, sourceLocation: sourceLocation) }
    }
  }
}

/// Where two functions give other bits.
struct Difference {
  private(set) var count = 0
  /// The arguments of the first few.
  private(set) var first: [String] = []

  mutating func add(_ arguments: @autoclosure () -> String) {
    count += 1
    if first.count < 5 { first.append(arguments()) }
  }

  mutating func add(_ other: Difference) {
    count += other.count
    first = Array((first + other.first).prefix(5))
  }
}
