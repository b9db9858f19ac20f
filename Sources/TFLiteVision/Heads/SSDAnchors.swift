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
  /// - Parameters:
  ///   - gridSizes: 19, 10, 5, 3, 2, 1 for pictures of 300 x 300, 20, 10, 5, 3, 2, 1 for 320 x 320.
  ///   - minimumScale: the size of the boxes of the first grid, as a share of the picture.
  ///   - maximumScale: that of the last grid.
  ///   - aspectRatios: width divided by height of the boxes in each cell.
  ///   - reducesFirstGrid: whether the first grid has three boxes in each cell only.
  ///   - interpolatesScales: whether each cell has one more square box.
  ///   - boxScales: what centers and sizes were multiplied with in training: y, x, height, width.
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

/// The boxes of an SSD or EfficientDet on a feature pyramid: on the grids of several levels, boxes of some shapes in some
/// sizes, which grow with the level.
///
/// Source: `anchor_generators/multiscale_grid_anchor_generator.py` of the TensorFlow Object Detection API, `anchors.py` of
/// EfficientDet.
public struct PyramidAnchors: Sendable, Equatable {
  /// Where the boxes of a level lie, and in which order those of a cell come.
  public enum Layout: Sendable, Equatable {
    /// A cell for each 2ˡ × 2ˡ pixels, boxes around its middle; around its corner where the picture's side is no multiple of
    /// 2ˡ. All sizes of one shape, then those of the next one.
    case objectDetectionAPI
    /// The cells of a level share the picture evenly, and their boxes are so much smaller where it is no multiple of 2ˡ. All
    /// shapes of one size, then those of the next one.
    case efficientDet
  }

  /// The first and the last level; level l has a cell for 2ˡ × 2ˡ pixels, and one for what is left at an edge.
  public var levels: ClosedRange<Int>
  /// The side of a cell's first box, in cells.
  public var scale: Double
  /// How many sizes there are up to twice the first.
  public var scalesPerOctave: Int
  /// Width divided by height of the boxes in each cell.
  public var aspectRatios: [Double]
  /// Where boxes lie.
  public var layout: Layout

  /// Describes anchors; the defaults are those of the published SSD FPNLite.
  public init(
    levels: ClosedRange<Int> = 3...7, scale: Double = 4, scalesPerOctave: Int = 2,
    aspectRatios: [Double] = [1, 2, 0.5], layout: Layout = .objectDetectionAPI
  ) {
    self.levels = levels
    self.scale = scale
    self.scalesPerOctave = scalesPerOctave
    self.aspectRatios = aspectRatios
    self.layout = layout
  }

  /// The anchors of EfficientDet-Lite 0 to 3; for Lite 4 the scale is 4.
  public static let efficientDetLite = PyramidAnchors(scale: 3, scalesPerOctave: 3, layout: .efficientDet)

  /// The anchors in the order of the model's rows: levels, rows, columns, and those of a cell.
  func boxes(_ size: InputSize) -> [AnchorBox] {
    levels.filter { (0...16).contains($0) }.flatMap { level in
      let (x, y) = (axis(size.width, level), axis(size.height, level))
      return y.centers.flatMap { centerY in
        x.centers.flatMap { centerX in
          shapes.map { shape in
            AnchorBox(
              centerX: centerX, centerY: centerY, width: shape.width * x.cell, height: shape.height * y.cell)
          }
        }
      }
    }
  }

  /// Width and height of the boxes in a cell, in cells.
  private var shapes: [(width: Double, height: Double)] {
    // 2 to the power of step / scalesPerOctave.
    let sizes = (0..<max(scalesPerOctave, 0)).map { step in
      scale * HeadMath.exp(Double(step) / Double(scalesPerOctave) * 0.693_147_180_559_945_3)
    }
    func shape(_ size: Double, _ ratio: Double) -> (width: Double, height: Double) {
      (size * ratio.squareRoot(), size / ratio.squareRoot())
    }
    return switch layout {
    case .objectDetectionAPI: aspectRatios.flatMap { ratio in sizes.map { shape($0, ratio) } }
    case .efficientDet: sizes.flatMap { size in aspectRatios.map { shape(size, $0) } }
    }
  }

  /// The centers and the length of the cells on one axis, as parts of its length.
  private func axis(_ length: Int, _ level: Int) -> (centers: [Double], cell: Double) {
    let side = 1 << level
    let count = (length + side - 1) / side
    let cell = layout == .efficientDet ? 1 / Double(count) : Double(side) / Double(length)
    let start = layout == .efficientDet || length % side == 0 ? 0.5 : 0
    return ((0..<count).map { (Double($0) + start) * cell }, cell)
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
