import Foundation

/// An output of a detector, as real numbers.
struct ReferenceOutput: Sendable {
  let name: String
  let shape: [Int]
  let values: [Double]
}

/// An object; edges are parts of the input's size.
struct ReferenceBox: Sendable, Equatable {
  var classIndex: Int
  var score: Double
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(_ classIndex: Int, _ score: Double, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
    (self.classIndex, self.score) = (classIndex, score)
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Around a centre.
  init(_ classIndex: Int, _ score: Double, x: Double, y: Double, width: Double, height: Double) {
    self.init(classIndex, score, x - width / 2, y - height / 2, x + width / 2, y + height / 2)
  }

  func overlap(_ other: ReferenceBox) -> Double {
    let width = max(0, min(right, other.right) - max(left, other.left))
    let height = max(0, min(bottom, other.bottom) - max(top, other.top))
    let area = (right - left) * (bottom - top) + (other.right - other.left) * (other.bottom - other.top)
    return width * height / (area - width * height)
  }
}

/// What the outputs of detectors mean, written down a second time, in double and without regard to speed.
enum ReferenceDecoding {
  static func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }

  static func suppressed(_ boxes: [ReferenceBox], _ limit: Double) -> [ReferenceBox] {
    var rest = boxes.sorted { $0.score > $1.score }
    var kept: [ReferenceBox] = []
    while !rest.isEmpty {
      let best = rest.removeFirst()
      kept.append(best)
      rest.removeAll { $0.classIndex == best.classIndex && $0.overlap(best) > limit }
    }
    return kept
  }

  static func detectionLists(_ outputs: [ReferenceOutput], threshold: Double) -> [ReferenceBox] {
    let (boxes, classes, scores) = (outputs[0].values, outputs[1].values, outputs[2].values)
    return (0..<Int(outputs[3].values[0])).filter { scores[$0] >= threshold }.map {
      ReferenceBox(
        Int(classes[$0]), scores[$0], boxes[4 * $0 + 1], boxes[4 * $0], boxes[4 * $0 + 3], boxes[4 * $0 + 2])
    }
  }

  static func ssd(_ outputs: [ReferenceOutput], threshold: Double) -> [ReferenceBox] {
    let (scores, codes) = (outputs[0].values, outputs[1].values)
    var anchors: [(x: Double, y: Double, width: Double, height: Double)] = []
    for (layer, size) in [20, 10, 5, 3, 2, 1].enumerated() {
      let scale = 0.2 + 0.75 * Double(layer) / 5
      let next = layer == 5 ? 1 : 0.2 + 0.75 * Double(layer + 1) / 5
      var shapes: [(Double, Double)] = [(scale, 1), (scale, 2), (scale, 0.5), (scale, 3), (scale, 0.3333)]
      shapes.append((sqrt(scale * next), 1))
      if layer == 0 { shapes = [(0.1, 1), (scale, 2), (scale, 0.5)] }
      for y in 0..<size {
        for x in 0..<size {
          for (scale, ratio) in shapes {
            anchors.append(
              (
                (Double(x) + 0.5) / Double(size), (Double(y) + 0.5) / Double(size), scale * sqrt(ratio),
                scale / sqrt(ratio)
              ))
          }
        }
      }
    }
    var boxes: [ReferenceBox] = []
    for (index, anchor) in anchors.enumerated() {
      for classIndex in 1..<91 where scores[index * 91 + classIndex] >= threshold {
        let code = Array(codes[index * 4..<index * 4 + 4])
        boxes.append(
          ReferenceBox(
            classIndex - 1, scores[index * 91 + classIndex], x: anchor.x + code[1] / 10 * anchor.width,
            y: anchor.y + code[0] / 10 * anchor.height, width: anchor.width * exp(code[3] / 5),
            height: anchor.height * exp(code[2] / 5)))
      }
    }
    return suppressed(boxes, 0.6)
  }

  /// With one class, in pixels and percent.
  static func yolov5(_ outputs: [ReferenceOutput], size: Double, threshold: Double) -> [ReferenceBox] {
    let rows = stride(from: 0, to: outputs[0].values.count, by: 6).map { Array(outputs[0].values[$0..<$0 + 6]) }
    let boxes = rows.filter { $0[4] / 100 >= threshold }.map { row in
      ReferenceBox(0, row[4] / 100, x: row[0] / size, y: row[1] / size, width: row[2] / size, height: row[3] / size)
    }
    return suppressed(boxes, 0.45)
  }

  static func yoloFastest(_ outputs: [ReferenceOutput], threshold: Double) -> [ReferenceBox] {
    let anchors = [
      20: [(12.0, 18.0), (37, 49), (52, 132)], 10: [(115, 73), (119, 199), (242, 238)],
    ]
    var boxes: [ReferenceBox] = []
    for output in outputs {
      let (size, channels) = (output.shape[1], output.shape[3])
      for y in 0..<size {
        for x in 0..<size {
          for (index, anchor) in (anchors[size] ?? []).enumerated() {
            let start = (y * size + x) * channels + index * channels / 3
            let row = Array(output.values[start..<start + channels / 3])
            for classIndex in 0..<row.count - 5 {
              let score = sigmoid(row[4]) * sigmoid(row[5 + classIndex])
              guard score >= threshold else { continue }
              boxes.append(
                ReferenceBox(
                  classIndex, score, x: (sigmoid(row[0]) + Double(x)) / Double(size),
                  y: (sigmoid(row[1]) + Double(y)) / Double(size), width: exp(row[2]) * anchor.0 / 320,
                  height: exp(row[3]) * anchor.1 / 320))
            }
          }
        }
      }
    }
    return suppressed(boxes, 0.45)
  }

  /// With one class: cells that touch are merged until nothing changes.
  static func fomo(_ outputs: [ReferenceOutput], threshold: Double) -> [ReferenceBox] {
    let (rows, columns) = (outputs[0].shape[1], outputs[0].shape[2])
    var groups: [(cells: [(Int, Int)], score: Double)] = []
    for y in 0..<rows {
      for x in 0..<columns {
        let score = outputs[0].values[(y * columns + x) * 2 + 1]
        if score >= threshold { groups.append(([(y, x)], score)) }
      }
    }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      search: for first in groups.indices {
        for second in groups.indices where second > first {
          let touches = groups[first].cells.contains { a in
            groups[second].cells.contains { abs(a.0 - $0.0) <= 1 && abs(a.1 - $0.1) <= 1 }
          }
          guard touches else { continue }
          groups[first].cells += groups[second].cells
          groups[first].score = max(groups[first].score, groups[second].score)
          groups.remove(at: second)
          hasChanged = true
          break search
        }
      }
    }
    return groups.map { cells, score in
      let (ys, xs) = (cells.map(\.0), cells.map(\.1))
      return ReferenceBox(
        0, score, Double(xs.min() ?? 0) / Double(columns), Double(ys.min() ?? 0) / Double(rows),
        Double((xs.max() ?? 0) + 1) / Double(columns), Double((ys.max() ?? 0) + 1) / Double(rows))
    }
  }

  /// - Parameter cells: the sizes of the grids, and how many anchors each cell has.
  static func blazeFace(
    _ outputs: [ReferenceOutput], size: Double, cells: [(size: Int, anchors: Int)], threshold: Double
  ) -> [ReferenceBox] {
    let scores = outputs[0].shape[2] == 1 ? outputs[0] : outputs[1]
    let codes = outputs[0].shape[2] == 1 ? outputs[1] : outputs[0]
    var boxes: [ReferenceBox] = []
    var index = 0
    for grid in cells {
      for place in 0..<grid.size * grid.size * grid.anchors {
        let score = sigmoid(scores.values[index])
        let code = Array(codes.values[index * codes.shape[2]..<index * codes.shape[2] + 4])
        index += 1
        guard score >= threshold else { continue }
        let cell = place / grid.anchors
        boxes.append(
          ReferenceBox(
            0, score, x: (Double(cell % grid.size) + 0.5) / Double(grid.size) + code[0] / size,
            y: (Double(cell / grid.size) + 0.5) / Double(grid.size) + code[1] / size, width: code[2] / size,
            height: code[3] / size))
      }
    }
    var rest = boxes.sorted { $0.score > $1.score }
    var blended: [ReferenceBox] = []
    while let best = rest.first {
      let group = rest.filter { $0.overlap(best) > 0.3 }
      rest.removeAll { $0.overlap(best) > 0.3 }
      let sum = group.map(\.score).reduce(0, +)
      func mean(_ edge: (ReferenceBox) -> Double) -> Double { group.map { $0.score * edge($0) }.reduce(0, +) / sum }
      blended.append(
        ReferenceBox(0, best.score, mean(\.left), mean(\.top), mean(\.right), mean(\.bottom)))
    }
    return blended
  }

  static func yolox(_ outputs: [ReferenceOutput], threshold: Double) -> [ReferenceBox] {
    let size = 416.0
    var boxes: [ReferenceBox] = []
    for start in stride(from: 0, to: outputs[0].values.count, by: 7) {
      let row = Array(outputs[0].values[start..<start + 7])
      guard row[2] >= threshold else { continue }
      boxes.append(ReferenceBox(Int(row[1]), row[2], row[3] / size, row[4] / size, row[5] / size, row[6] / size))
    }
    return boxes
  }
}
