/// Columns of text, each as wide as its widest cell.
struct TextTable {
  private let rightAligned: Set<Int>
  private var rows: [[String]]

  /// - Parameters:
  ///   - header: what stands above each column.
  ///   - rightAligned: the columns of numbers.
  init(_ header: [String], rightAligned: Set<Int>) {
    self.rightAligned = rightAligned
    rows = [header]
  }

  /// Whether there is nothing below the header.
  var isEmpty: Bool { rows.count == 1 }

  /// Texts from files and servers may hold anything, also what a terminal would obey.
  mutating func add(_ row: [String]) { rows.append(row.map(\.withoutControls)) }

  /// The lines, without spaces at their ends.
  func lines(indentation: Int = 2) -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return rightAligned.contains(column) ? padding + text : text + padding
      }
      let line = String(repeating: " ", count: indentation) + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension String {
  /// With a question mark for each control character.
  var withoutControls: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
