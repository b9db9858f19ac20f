import TFLiteElementaryFunctions

/// The elementary functions of heads and of calibration: the package's own, whose bits are the same on every machine.
enum HeadMath {
  /// 1 / (1 + e⁻ˣ).
  static func logistic(_ x: Float) -> Float { 1 / (1 + ElementaryFunctions.exp(-x)) }

  /// eˣ; infinite where no number is that large.
  static func exp(_ x: Double) -> Double { ElementaryFunctions.exp(x) }

  /// The natural logarithm; -infinity for 0.
  static func log(_ x: Float) -> Float { ElementaryFunctions.log(x) }

  /// A score from 0 to 1 of a stored number.
  static func score(_ value: Float, _ unit: ScoreUnit) -> Float {
    switch unit {
    case .parts: value
    case .percent: value / 100
    case .logits: logistic(value)
    }
  }
}

extension InputSize {
  /// How many cells grids of such strides have: one for each stride × stride pixels, those at the edges included.
  func cellCount(strides: [Int]) -> Int {
    strides.reduce(0) { $0 + (width + $1 - 1) / $1 * ((height + $1 - 1) / $1) }
  }
}

/// The cells of several grids, one after the other, each row by row.
struct GridCells: Sendable {
  /// A cell, in pixels of the input.
  struct Cell: Sendable {
    let column: Int
    let row: Int
    let stride: Int
  }

  let cells: [Cell]

  init(_ size: InputSize, strides: [Int]) {
    cells = strides.flatMap { stride in
      (0..<(size.height + stride - 1) / stride).flatMap { row in
        (0..<(size.width + stride - 1) / stride).map { Cell(column: $0, row: row, stride: stride) }
      }
    }
  }
}
