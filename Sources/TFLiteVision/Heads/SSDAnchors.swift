/// The boxes that an SSD model's numbers are relative to, described as the TensorFlow Object Detection API does:
/// on each of several grids, boxes of growing size in several shapes.
///
/// Source: `anchor_generators/multiple_grid_anchor_generator.py` there.
public struct SSDAnchors: Sendable, Equatable {
  /// Rows and columns of each grid; all grids are square.
  public var gridSizes: [Int]
  /// The size of boxes on the first grid, as part of the picture.
  public var minimumScale: Double
  /// The size of boxes on the last grid.
  public var maximumScale: Double
  /// Width divided by height of the boxes in each cell.
  public var aspectRatios: [Double]
  /// Whether the first grid has three boxes in each cell only, the first of them small.
  public var reducesFirstGrid: Bool
  /// Whether each cell has one more square box, whose size lies between that of its grid and of the next one.
  public var interpolatesScales: Bool
  /// What centers and sizes were multiplied with in training: y, x, height, width.
  public var boxScales: [Double]

  /// Describes anchors; the defaults are those of the published SSD MobileNets.
  ///
  /// - Parameter gridSizes: 19, 10, 5, 3, 2, 1 for pictures of 300 x 300, 20, 10, 5, 3, 2, 1 for 320 x 320.
  public init(
    gridSizes: [Int], minimumScale: Double = 0.2, maximumScale: Double = 0.95,
    aspectRatios: [Double] = [1, 2, 0.5, 3, 0.3333], reducesFirstGrid: Bool = true, interpolatesScales: Bool = true,
    boxScales: [Double] = [10, 10, 5, 5]
  ) {
    self.gridSizes = gridSizes
    self.minimumScale = minimumScale
    self.maximumScale = maximumScale
    self.aspectRatios = aspectRatios
    self.reducesFirstGrid = reducesFirstGrid
    self.interpolatesScales = interpolatesScales
    self.boxScales = boxScales
  }

  /// The anchors of the published SSD MobileNets: six grids, the first with a cell for 16 x 16 pixels, each other half
  /// as large as the one before.
  public static func mobileNet(inputSize: Int) -> SSDAnchors {
    var sizes = [(inputSize + 15) / 16]
    while sizes.count < 6 { sizes.append(((sizes.last ?? 1) + 1) / 2) }
    return SSDAnchors(gridSizes: sizes)
  }

  /// The anchors in the order of the model's rows: grids, rows, columns, shapes.
  var boxes: [AnchorBox] {
    let steps = Double(max(gridSizes.count - 1, 1))
    let scales = gridSizes.indices.map { minimumScale + (maximumScale - minimumScale) * Double($0) / steps } + [1]
    return gridSizes.enumerated().flatMap { index, size in
      let shapes = shapes(grid: index, scale: scales[index], next: scales[index + 1])
      return AnchorBox.grid(columns: size, rows: size, shapes: shapes)
    }
  }

  /// Width and height of the boxes in each cell.
  private func shapes(grid: Int, scale: Double, next: Double) -> [(width: Double, height: Double)] {
    func shape(_ scale: Double, _ ratio: Double) -> (width: Double, height: Double) {
      (scale * ratio.squareRoot(), scale / ratio.squareRoot())
    }
    if grid == 0, reducesFirstGrid { return [shape(0.1, 1), shape(scale, 2), shape(scale, 0.5)] }
    let between = interpolatesScales ? [shape((scale * next).squareRoot(), 1)] : []
    return aspectRatios.map { shape(scale, $0) } + between
  }
}

/// A box that a model's numbers are relative to, as parts of the picture's size.
struct AnchorBox: Equatable, Sendable {
  let centerX: Double
  let centerY: Double
  let width: Double
  let height: Double

  /// Boxes around the middle of each cell, row by row, all shapes of a cell together.
  static func grid(columns: Int, rows: Int, shapes: [(width: Double, height: Double)]) -> [AnchorBox] {
    (0..<rows).flatMap { row in
      (0..<columns).flatMap { column in
        shapes.map { shape in
          AnchorBox(
            centerX: (Double(column) + 0.5) / Double(columns), centerY: (Double(row) + 0.5) / Double(rows),
            width: shape.width, height: shape.height)
        }
      }
    }
  }
}
