import TFLiteSchema

/// Some operators of a model: ranges of their positions, names, or both.
public struct OperatorSelection: Equatable, Sendable {
  /// Positions in execution order; none stands for all.
  public var ranges: [ClosedRange<Int>]
  /// Names such as `CONV_2D`; none stands for all. Case and underscores do not count: `Conv2D` is the same.
  public var names: [String]

  /// The operators that are in one of the ranges and have one of the names.
  public init(ranges: [ClosedRange<Int>] = [], names: [String] = []) {
    self.ranges = ranges
    self.names = names
  }

  /// All operators.
  public static let all = OperatorSelection()

  /// The positions of the chosen operators.
  ///
  /// - Throws: ``InspectionError/operatorsOutOfRange(_:count:)``, or ``InspectionError/noSuchOperators(_:available:)``
  ///   for a name that no operator in the ranges has.
  func positions(in model: Model) throws(InspectionError) -> Set<Int> {
    let operators = model.subgraphs[0].operators
    for range in ranges where range.lowerBound < 0 || range.upperBound >= operators.count {
      throw .operatorsOutOfRange(range, count: operators.count)
    }
    let inRanges = operators.indices.filter { position in
      ranges.isEmpty || ranges.contains { $0.contains(position) }
    }
    guard !names.isEmpty else { return Set(inRanges) }
    let found = inRanges.map { model.operatorCode(of: operators[$0]).name }
    let missing = names.filter { name in !found.contains { Self.simplified($0) == Self.simplified(name) } }
    guard missing.isEmpty else { throw .noSuchOperators(missing, available: Set(found).sorted()) }
    let wanted = Set(names.map(Self.simplified))
    return Set(zip(inRanges, found).filter { wanted.contains(Self.simplified($0.1)) }.map(\.0))
  }

  private static func simplified(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }
}
