/// What somebody may have meant who mistyped a name.
enum NearestNames {
  /// Names that begin with, hold, or differ little from what was typed, the best first.
  static func of(_ typed: String, among names: [String], limit: Int = 3) -> [String] {
    let typed = typed.lowercased()
    guard !typed.isEmpty else { return [] }
    let ranked = names.compactMap { name -> (rank: Int, name: String)? in
      let lowercased = name.lowercased()
      if lowercased.hasPrefix(typed) { return (0, name) }
      if lowercased.contains(typed) || typed.contains(lowercased) { return (1, name) }
      let distance = distance(Array(typed.utf8), Array(lowercased.utf8))
      return distance <= max(1, typed.utf8.count / 3) ? (1 + distance, name) : nil
    }
    return ranked.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(limit).map(\.name)
  }

  /// How many bytes have to be put in, taken out or replaced to make one word of the other (Levenshtein's distance).
  static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (line, byte) in first.enumerated() {
      var diagonal = line
      row[0] = line + 1
      for column in second.indices {
        let replaced = diagonal + (byte == second[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[second.count]
  }
}
