/// The header of an NPY file: a Python dictionary with the keys `descr`, `fortran_order` and `shape`.
struct NPYHeader: Equatable {
  /// `b`, `i`, `u`, `f` or `c`.
  let kind: String
  /// Bytes of an element.
  let size: Int
  let isBigEndian: Bool
  let isFortranOrder: Bool
  let shape: [Int]

  init(_ text: String) throws(InspectionError) {
    func value(of key: String) throws(InspectionError) -> Substring {
      for quote in ["'", "\""] {
        guard let range = text.range(ofText: "\(quote)\(key)\(quote)") else { continue }
        let rest = text[range.upperBound...].drop { $0 == " " }
        if rest.first == ":" { return rest.dropFirst().drop { $0 == " " } }
      }
      throw .invalidNPY(reason: "its header has no \(key): \(text.prefix(80))")
    }
    let description = try value(of: "descr")
    guard let quote = description.first, quote == "'" || quote == "\"" else {
      throw .invalidNPY(reason: "its elements are records of several fields")
    }
    let type = description.dropFirst().prefix { $0 != quote }
    guard let order = type.first, let kind = type.dropFirst().first, let size = Int(type.dropFirst(2)),
      (1...16).contains(size), "<>|=".contains(order)
    else { throw .invalidNPY(reason: "'\(type)' is no type of numbers") }
    self.kind = String(kind)
    self.size = size
    isBigEndian = order == ">"

    let order2 = try value(of: "fortran_order")
    guard order2.hasPrefix("True") || order2.hasPrefix("False") else {
      throw .invalidNPY(reason: "its fortran_order is neither True nor False")
    }
    isFortranOrder = order2.hasPrefix("True")

    let tuple = try value(of: "shape")
    guard tuple.first == "(", let end = tuple.firstIndex(of: ")") else {
      throw .invalidNPY(reason: "its shape is no tuple")
    }
    var shape: [Int] = []
    for part in tuple[..<end].dropFirst().split(separator: ",") {
      let digits = part.filter { $0 != " " }
      if digits.isEmpty { continue }
      // Python 2 wrote an L behind long numbers.
      guard let dimension = Int(digits.hasSuffix("L") ? String(digits.dropLast()) : digits), dimension >= 0 else {
        throw .invalidNPY(reason: "its shape has the dimension '\(part)'")
      }
      shape.append(dimension)
    }
    self.shape = shape
  }
}

extension String {
  /// Where a text first stands in this one.
  fileprivate func range(ofText text: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
