import Foundation

@testable import TFLiteVision

/// What heads mean, written down a second time: in double, candidate by candidate, without regard to speed.
enum HeadFormula {
  struct Candidate {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double
    var classIndex: Int
    var score: Double
    var points: [(x: Double, y: Double)] = []

    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ classIndex: Int, _ score: Double) {
      (left, top, right, bottom) = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
      (self.classIndex, self.score) = (classIndex, score)
    }

    func overlap(_ other: Candidate) -> Double {
      let width = min(right, other.right) - max(left, other.left)
      let height = min(bottom, other.bottom) - max(top, other.top)
      guard width > 0, height > 0 else { return 0 }
      let sum = (right - left) * (bottom - top) + (other.right - other.left) * (other.bottom - other.top)
      return width * height / (sum - width * height)
    }
  }

  static func detections(_ headCase: HeadCase) -> [Candidate] {
    let threshold = Double(HeadCase.threshold)
    let found = candidates(headCase).filter { $0.score >= threshold }
    switch headCase.head {
    case "end-to-end", "centernet", "fomo": return found
    case "blazeface": return blended(found.filter { $0.right > $0.left && $0.bottom > $0.top })
    default: return suppressed(found)
    }
  }

  private static func suppressed(_ candidates: [Candidate]) -> [Candidate] {
    var rest = ranked(candidates)
    var kept: [Candidate] = []
    while let best = rest.first {
      kept.append(best)
      rest.removeFirst()
      rest.removeAll { $0.classIndex == best.classIndex && $0.overlap(best) > HeadCase.overlap }
    }
    return kept
  }

  private static func blended(_ candidates: [Candidate]) -> [Candidate] {
    var rest = ranked(candidates)
    var result: [Candidate] = []
    while var best = rest.first {
      let group = rest.enumerated().filter { $0.offset == 0 || $0.element.overlap(best) > HeadCase.overlap }
      rest = rest.enumerated().filter { $0.offset > 0 && $0.element.overlap(best) <= HeadCase.overlap }.map(\.element)
      let sum = group.map(\.element.score).reduce(0, +)
      func mean(_ value: (Candidate) -> Double) -> Double {
        group.map { $0.element.score * value($0.element) }.reduce(0, +) / sum
      }
      (best.left, best.top) = (mean(\.left), mean(\.top))
      (best.right, best.bottom) = (mean(\.right), mean(\.bottom))
      best.points = best.points.indices.map { index in (mean { $0.points[index].x }, mean { $0.points[index].y }) }
      result.append(best)
    }
    return result
  }

  /// The best first, of equal ones the first.
  private static func ranked(_ candidates: [Candidate]) -> [Candidate] {
    candidates.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
  }

  private static func logistic(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

  /// The rows of an output.
  private static func rows(_ output: (name: String, shape: [Int], values: [Float])) -> [[Double]] {
    let width = output.shape.last ?? 1
    return stride(from: 0, to: output.values.count, by: width).map { output.values[$0..<$0 + width].map(Double.init) }
  }

  private static func best(_ scores: ArraySlice<Double>) -> (index: Int, score: Double) {
    var best = (index: 0, score: -Double.infinity)
    for (index, score) in scores.enumerated() where score > best.score { best = (index, score) }
    return best
  }

  private static func candidates(_ headCase: HeadCase) -> [Candidate] {
    let (side, outputs) = (Double(headCase.side), headCase.outputs)
    switch headCase.head {
    case "yolov8":
      let count = outputs[0].shape[2]
      return (0..<count).map { candidate in
        let row = stride(from: candidate, to: outputs[0].values.count, by: count).map { Double(outputs[0].values[$0]) }
        let (index, score) = best(row[4...])
        return Candidate(row[0], row[1], row[2], row[3], index, score)
      }
    case "yolov8 rows":
      return rows(outputs[0]).map { row in
        let (index, score) = best(row[4...])
        return Candidate(row[0], row[1], row[2], row[3], index, score)
      }
    case "yolov5":
      return rows(outputs[0]).map { row in
        let (index, score) = best(row[5...])
        return Candidate(row[0], row[1], row[2], row[3], index, row[4] * score)
      }
    case "end-to-end":
      return rows(outputs[0]).map { row in
        Candidate(
          (row[0] + row[2]) / 2, (row[1] + row[3]) / 2, row[2] - row[0], row[3] - row[1], Int(row[5]), row[4])
      }
    case "yolox", "yolox pixels":
      return zip(rows(outputs[0]), cells(headCase.side, [8, 16, 32])).map { row, cell in
        let (index, score) = best(row[5...])
        if headCase.head == "yolox pixels" {
          return Candidate(row[0] / side, row[1] / side, row[2] / side, row[3] / side, index, row[4] * score)
        }
        return Candidate(
          (row[0] + cell.x) * cell.stride / side, (row[1] + cell.y) * cell.stride / side,
          exp(row[2]) * cell.stride / side, exp(row[3]) * cell.stride / side, index, row[4] * score)
      }
    case "nanodet":
      return zip(rows(outputs[0]), cells(headCase.side, [8, 16, 32, 64])).flatMap { row, cell in
        (0..<headCase.classes).map { index in
          let edges = (0..<4).map { edge in
            let powers = row[(headCase.classes + 8 * edge)..<(headCase.classes + 8 * edge + 8)].map { exp($0) }
            return powers.enumerated().map { Double($0.offset) * $0.element }.reduce(0, +) / powers.reduce(0, +)
          }
          var candidate = Candidate(0, 0, 0, 0, index, row[index])
          func inside(_ cells: Double) -> Double { min(max(cells * cell.stride, 0), side) / side }
          candidate.left = inside(cell.x - edges[0])
          candidate.top = inside(cell.y - edges[1])
          candidate.right = inside(cell.x + edges[2])
          candidate.bottom = inside(cell.y + edges[3])
          return candidate
        }
      }
    case "ssd", "ssd-fpn", "efficientdet": return anchored(headCase)
    case "centernet": return centers(headCase)
    case "blazeface":
      let rows = rows(outputs[0])
      return cells(128, [8, 16], repeating: [2, 6]).enumerated().map { index, cell in
        func point(_ offset: Int) -> (x: Double, y: Double) {
          (
            (cell.x + 0.5) * cell.stride / 128 + rows[index][offset] / 128,
            (cell.y + 0.5) * cell.stride / 128 + rows[index][offset + 1] / 128
          )
        }
        var candidate = Candidate(
          point(0).x, point(0).y, rows[index][2] / 128, rows[index][3] / 128, 0,
          logistic(Double(outputs[1].values[index])))
        candidate.points = (0..<6).map { point(4 + 2 * $0) }
        return candidate
      }
    case "yolo-grids":
      let anchors = [[(12.0, 18.0), (37, 49), (52, 132)], [(115, 73), (119, 199), (242, 238)]]
      return outputs.enumerated().flatMap { grid, output -> [Candidate] in
        let (size, width) = (output.shape[1], 5 + headCase.classes)
        return (0..<size * size * 3).flatMap { place -> [Candidate] in
          let row = output.values[place * width..<(place + 1) * width].map(Double.init)
          let (cell, anchor) = (place / 3, anchors[grid][place % 3])
          return (0..<headCase.classes).map { index in
            Candidate(
              (logistic(row[0]) + Double(cell % size)) / Double(size),
              (logistic(row[1]) + Double(cell / size)) / Double(size),
              exp(row[2]) * anchor.0 / 320, exp(row[3]) * anchor.1 / 320, index,
              logistic(row[4]) * logistic(row[5 + index]))
          }
        }
      }
    default: return regions(headCase)
    }
  }

  private static func cells(
    _ side: Int, _ strides: [Int], repeating counts: [Int]? = nil
  ) -> [(x: Double, y: Double, stride: Double)] {
    var cells: [(x: Double, y: Double, stride: Double)] = []
    for (index, stride) in strides.enumerated() {
      let size = (side + stride - 1) / stride
      for y in 0..<size {
        for x in 0..<size {
          for _ in 0..<(counts?[index] ?? 1) { cells.append((Double(x), Double(y), Double(stride))) }
        }
      }
    }
    return cells
  }

  /// SSD and EfficientDet: center and size of each anchor in parts, then the box coder.
  private static func anchored(_ headCase: HeadCase) -> [Candidate] {
    let side = Double(headCase.side)
    var anchors: [(x: Double, y: Double, width: Double, height: Double)] = []
    if headCase.head == "ssd" {
      var size = (headCase.side + 15) / 16
      for layer in 0..<6 {
        let scale = 0.2 + 0.15 * Double(layer)
        let next = layer == 5 ? 1 : scale + 0.15
        let shapes: [(Double, Double)] =
          layer == 0
          ? [(0.1, 1), (scale, 2), (scale, 0.5)]
          : [(scale, 1), (scale, 2), (scale, 0.5), (scale, 3), (scale, 0.3333), (sqrt(scale * next), 1)]
        for cell in 0..<size * size {
          for (scale, ratio) in shapes {
            anchors.append(
              (
                (Double(cell % size) + 0.5) / Double(size), (Double(cell / size) + 0.5) / Double(size),
                scale * sqrt(ratio), scale / sqrt(ratio)
              ))
          }
        }
        size = (size + 1) / 2
      }
    } else {
      let isEfficientDet = headCase.head == "efficientdet"
      // Size and shape of the boxes of a cell: the one counts sizes first, the other shapes.
      let ratios: [Double] = [1, 2, 0.5]
      var shapes: [(size: Double, ratio: Double)] = []
      if isEfficientDet {
        for step in 0..<3 { for ratio in ratios { shapes.append((3 * pow(2, Double(step) / 3), ratio)) } }
      } else {
        for ratio in ratios { for step in 0..<2 { shapes.append((4 * pow(2, Double(step) / 2), ratio)) } }
      }
      for cell in cells(headCase.side, [8, 16, 32, 64, 128]) {
        let count = (side / cell.stride).rounded(.up)
        let stride = isEfficientDet ? side / count : cell.stride
        let middle = isEfficientDet || side == count * cell.stride ? 0.5 : 0
        let (x, y) = ((cell.x + middle) * stride / side, (cell.y + middle) * stride / side)
        for (size, ratio) in shapes {
          let length = size * stride / side
          anchors.append((x, y, length * sqrt(ratio), length / sqrt(ratio)))
        }
      }
    }
    let boxes = headCase.outputs.filter { $0.name.hasPrefix("boxes") }.flatMap(\.values).map(Double.init)
    let scores = headCase.outputs.filter { $0.name.hasPrefix("scores") }.flatMap(\.values).map(Double.init)
    let (background, scales) = headCase.head == "efficientdet" ? (0, [1.0, 1, 1, 1]) : (1, [10, 10, 5, 5])
    let columns = headCase.classes + background
    return anchors.enumerated().flatMap { index, anchor in
      (background..<columns).map { column in
        let code = (0..<4).map { boxes[4 * index + $0] / scales[$0] }
        return Candidate(
          anchor.x + code[1] * anchor.width, anchor.y + code[0] * anchor.height, anchor.width * exp(code[3]),
          anchor.height * exp(code[2]), column - background, logistic(scores[index * columns + column]))
      }
    }
  }

  /// Centers that are not less than any of their neighbors.
  private static func centers(_ headCase: HeadCase) -> [Candidate] {
    let output = { name in headCase.outputs.first { $0.name == name }?.values.map(Double.init) ?? [] }
    let (sizes, map, offsets) = (output("size"), output("map"), output("offset"))
    let side = headCase.side / 4
    var found: [Candidate] = []
    for y in 0..<side {
      for x in 0..<side {
        for index in 0..<headCase.classes {
          func score(_ x: Int, _ y: Int) -> Double { map[(y * side + x) * headCase.classes + index] }
          var isPeak = true
          for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            guard (0..<side).contains(x + dx), (0..<side).contains(y + dy) else { continue }
            if score(x + dx, y + dy) > score(x, y) { isPeak = false }
          }
          guard isPeak else { continue }
          let cell = 2 * (y * side + x)
          found.append(
            Candidate(
              (Double(x) + offsets[cell]) / Double(side), (Double(y) + offsets[cell + 1]) / Double(side),
              sizes[cell] / Double(side), sizes[cell + 1] / Double(side), index, score(x, y)))
        }
      }
    }
    return found
  }

  /// FOMO: cells of a class that touch, found by painting.
  private static func regions(_ headCase: HeadCase) -> [Candidate] {
    let (side, width) = (headCase.side / 8, headCase.classes + 1)
    var found: [Candidate] = []
    for index in 1..<width {
      var colors = (0..<side * side).map { cell in
        headCase.outputs[0].values[cell * width + index] >= HeadCase.threshold ? cell : -1
      }
      var hasChanged = true
      while hasChanged {
        hasChanged = false
        for a in colors.indices where colors[a] >= 0 {
          for b in colors.indices where colors[b] >= 0 && colors[b] < colors[a] {
            guard abs(a / side - b / side) <= 1, abs(a % side - b % side) <= 1 else { continue }
            colors[a] = colors[b]
            hasChanged = true
          }
        }
      }
      for color in Set(colors) where color >= 0 {
        let cells = colors.indices.filter { colors[$0] == color }
        let (xs, ys) = (cells.map { $0 % side }, cells.map { $0 / side })
        var candidate = Candidate(
          0, 0, 0, 0, index - 1,
          cells.map { Double(headCase.outputs[0].values[$0 * width + index]) }.max() ?? 0)
        candidate.left = Double(xs.min() ?? 0) / Double(side)
        candidate.top = Double(ys.min() ?? 0) / Double(side)
        candidate.right = Double((xs.max() ?? 0) + 1) / Double(side)
        candidate.bottom = Double((ys.max() ?? 0) + 1) / Double(side)
        found.append(candidate)
      }
    }
    return found
  }
}
