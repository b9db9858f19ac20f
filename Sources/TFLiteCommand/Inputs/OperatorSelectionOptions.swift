import ArgumentParser
import TFLiteInspection

/// Which operators a command is about.
struct OperatorSelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only these operators: 7, 3..9 (both included), or several, with commas between them.", valueName: "range"),
    transform: Self.ranges)
  var layers: [ClosedRange<Int>] = []

  @Option(help: ArgumentHelp("Only operators of this name, such as Conv2D; may be repeated.", valueName: "name"))
  var only: [String] = []

  var selection: OperatorSelection { OperatorSelection(ranges: layers, names: only) }

  private static func ranges(_ text: String) throws -> [ClosedRange<Int>] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let range = part.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(range.count), let first = range[0], let last = range[range.count - 1], first >= 0,
        first <= last
      else { throw ValidationError("'\(part)' is no range of operators; 3..9 is one.") }
      return first...last
    }
  }
}
