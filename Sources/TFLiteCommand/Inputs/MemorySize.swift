import ArgumentParser

/// An amount of memory on the command line: bytes, or with K, M, G or T behind, 1024 times as many each.
struct MemorySize: ExpressibleByArgument, CustomStringConvertible {
  let byteCount: Int
  private static let units = "KMGT"

  init(byteCount: Int) { self.byteCount = byteCount }

  init?(argument: String) {
    var digits = argument[...]
    var shift = 0
    if let last = argument.last?.uppercased(), let unit = Self.units.firstIndex(of: Character(last)) {
      digits.removeLast()
      shift = 10 * (Self.units.distance(from: Self.units.startIndex, to: unit) + 1)
    }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    guard !overflow else { return nil }
    byteCount = bytes
  }

  /// As it is given on the command line, in the largest unit of which it is a whole number.
  var description: String {
    var (rest, unit) = (byteCount, "")
    for next in Self.units where rest != 0 && rest % 1024 == 0 { (rest, unit) = (rest / 1024, String(next)) }
    return "\(rest)\(unit)"
  }

  var defaultValueDescription: String { description }
}
