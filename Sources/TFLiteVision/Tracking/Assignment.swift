/// Which rows go with which columns so that the sum of the costs is least: the linear assignment problem.
///
/// Shortest augmenting paths after R. Jonker and A. Volgenant, "A shortest augmenting path algorithm for dense and sparse
/// linear assignment problems", 1987, for matrices that need not be square (D. F. Crouse, "On implementing 2D
/// rectangular assignment algorithms", 2016). Takes a time of O(rows² · columns), where there are no fewer columns.
struct Assignment {
  /// The column of each row; nil for rows that go with none.
  let columns: [Int?]

  /// Finds the best pairs.
  ///
  /// - Parameters:
  ///   - rows: how many there are.
  ///   - columns: how many there are.
  ///   - limit: a pair that costs as much, or more, is worth no more than two that stay alone.
  ///   - cost: of a row and a column; asked once for each pair. What is not a number counts as too much.
  init(rows: Int, columns: Int, limit: Double, cost: (_ row: Int, _ column: Int) -> Double) {
    // The paths need at least one column for each row.
    let isTurned = rows > columns
    let (shortSide, longSide) = isTurned ? (columns, rows) : (rows, columns)
    var costs = [Double](repeating: limit, count: shortSide * longSide)
    for row in 0..<rows {
      for column in 0..<columns {
        // An expensive pair costs the same as none: so the solution is the best of all incomplete ones, too.
        let value = cost(row, column)
        if value < limit { costs[isTurned ? column * longSide + row : row * longSide + column] = value }
      }
    }

    var solver = ShortestPaths(costs: costs, rows: shortSide, columns: longSide)
    for row in 0..<shortSide { solver.assign(row) }

    var result = [Int?](repeating: nil, count: rows)
    for (short, long) in solver.columnOfRow.enumerated() where costs[short * longSide + long] < limit {
      result[isTurned ? long : short] = isTurned ? short : long
    }
    self.columns = result
  }
}

/// The state between the augmentations: a best assignment of the rows so far, and the dual variables that prove it.
private struct ShortestPaths {
  private let costs: [Double]
  private let columns: Int
  private var rowPotential: [Double]
  private var columnPotential: [Double]
  private(set) var columnOfRow: [Int]
  private var rowOfColumn: [Int]

  /// Of the search for one path: the least cost to reach each column, the row before it, and where the search was.
  private var distance: [Double]
  private var rowBefore: [Int]
  private var unvisited: [Int] = []
  private var visitedRows: [Int] = []
  private var visitedColumns: [Int] = []

  private static let none = -1

  init(costs: [Double], rows: Int, columns: Int) {
    self.costs = costs
    self.columns = columns
    rowPotential = [Double](repeating: 0, count: rows)
    columnPotential = [Double](repeating: 0, count: columns)
    columnOfRow = [Int](repeating: Self.none, count: rows)
    rowOfColumn = [Int](repeating: Self.none, count: columns)
    distance = [Double](repeating: 0, count: columns)
    rowBefore = [Int](repeating: Self.none, count: columns)
  }

  /// Gives a row a column: along the cheapest path over pairs that exist already to a column that is free.
  mutating func assign(_ newRow: Int) {
    for column in 0..<columns { distance[column] = .infinity }
    unvisited = Array((0..<columns).reversed())
    visitedRows.removeAll(keepingCapacity: true)
    visitedColumns.removeAll(keepingCapacity: true)

    var row = newRow
    var reached = 0.0
    var end = Self.none
    while end == Self.none {
      visitedRows.append(row)
      var nearest = 0
      for (index, column) in unvisited.enumerated() {
        let candidate = reached + costs[row * columns + column] - rowPotential[row] - columnPotential[column]
        if candidate < distance[column] {
          distance[column] = candidate
          rowBefore[column] = row
        }
        let best = distance[unvisited[nearest]]
        let isFree = rowOfColumn[column] == Self.none
        if distance[column] < best || distance[column] == best && isFree { nearest = index }
      }
      let column = unvisited[nearest]
      unvisited.swapAt(nearest, unvisited.count - 1)
      unvisited.removeLast()
      reached = distance[column]
      visitedColumns.append(column)
      if rowOfColumn[column] == Self.none { end = column } else { row = rowOfColumn[column] }
    }

    rowPotential[newRow] += reached
    for row in visitedRows where row != newRow { rowPotential[row] += reached - distance[columnOfRow[row]] }
    for column in visitedColumns { columnPotential[column] -= reached - distance[column] }

    var column = end
    while true {
      let row = rowBefore[column]
      rowOfColumn[column] = row
      swap(&columnOfRow[row], &column)
      if row == newRow { return }
    }
  }
}
