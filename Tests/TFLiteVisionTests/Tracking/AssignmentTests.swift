import TestRandomness
import Testing

@testable import TFLiteVision

@Suite struct AssignmentTests {
  /// The least sum of costs, where a row without a column costs the limit; by trying everything.
  private func leastCost(_ costs: [[Double]], _ limit: Double, row: Int = 0, taken: Set<Int> = []) -> Double {
    guard row < costs.count else { return 0 }
    var best = limit + leastCost(costs, limit, row: row + 1, taken: taken)
    for (column, cost) in costs[row].enumerated() where !taken.contains(column) && cost < limit {
      best = min(best, cost + leastCost(costs, limit, row: row + 1, taken: taken.union([column])))
    }
    return best
  }

  @Test(arguments: 0..<300)
  func noOtherAssignmentIsCheaper(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let rows = Int.random(in: 0...6, using: &generator)
    let columns = Int.random(in: 0...6, using: &generator)
    // Small integers make many equal sums.
    let largest = [3, 1000].randomElement(using: &generator) ?? 3
    let limit = Double(Int.random(in: 1...largest, using: &generator))
    let costs = (0..<rows).map { _ in
      (0..<columns).map { _ in Double(Int.random(in: -1...largest, using: &generator)) }
    }
    let assignment = Assignment(rows: rows, columns: columns, limit: limit) { costs[$0][$1] }
    #expect(assignment.columns.count == rows)
    let taken = assignment.columns.compactMap(\.self)
    #expect(Set(taken).count == taken.count, "seed \(seed)")
    var sum = 0.0
    for (row, column) in assignment.columns.enumerated() {
      guard let column else {
        sum += limit
        continue
      }
      #expect(costs[row][column] < limit, "seed \(seed)")
      sum += costs[row][column]
    }
    // Where there are fewer columns than rows, the rows that are left over cost the limit either way.
    #expect(sum == leastCost(costs, limit), "seed \(seed)")
  }

  @Test func whatIsNoNumberIsTooExpensive() {
    let costs = [[Double.nan, .infinity], [0.5, .nan]]
    #expect(Assignment(rows: 2, columns: 2, limit: 1) { costs[$0][$1] }.columns == [nil, 0])
  }

  /// A matrix on which a greedy choice is wrong.
  @Test func theNearestIsNotAlwaysTheBest() {
    let costs = [[1.0, 2.0], [2.0, 9.0]]
    #expect(Assignment(rows: 2, columns: 2, limit: 10) { costs[$0][$1] }.columns == [1, 0])
  }
}
