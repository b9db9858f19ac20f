import TFLiteSchema
import TestModels
import TestRandomness

@testable import TFLiteVision

/// Outputs of a head as a seed makes them: without any object, with some objects of many candidates each, with thousands of
/// candidates, or with many equal scores.
///
/// Scores and coordinates lie on grids, and limits between them: nothing depends on the last bits of anybody's arithmetic.
struct HeadCase {
  let head: String
  let side: Int
  let classes: Int
  let isEmpty: Bool
  let outputs: [(name: String, shape: [Int], values: [Float])]
  /// What heads are asked for, and what their overlaps are limited to.
  static let threshold: Float = 0.3001
  static let overlap = 0.4513

  /// The heads that there are cases of.
  static let heads = [
    "yolov8", "yolov8 rows", "yolov5", "end-to-end", "yolox", "yolox pixels", "nanodet", "ssd", "ssd-fpn",
    "efficientdet", "centernet", "blazeface", "yolo-grids", "fomo",
  ]

  var model: VisionModel {
    get throws {
      var sketch = ModelSketch()
      sketch.graph.inputs = [sketch.plain("picture", [1, Int32(side), Int32(side), 3], .float32)]
      sketch.graph.outputs = outputs.map { sketch.plain($0.name, $0.shape.map { Int32($0) }, .float32) }
      return try VisionModel(sketch.model)
    }
  }

  /// The head as its name and options give it.
  var stated: DetectionHead {
    get throws {
      let words = head.split(separator: " ")
      let name = String(words[0])
      var options = ["score-limit": "0.05"]
      if !["end-to-end", "centernet", "fomo"].contains(name) { options["overlap"] = "\(Self.overlap)" }
      if head == "yolox" { options["boxes"] = "cells" }
      if head == "yolox pixels" { options["boxes"] = "pixels" }
      if name == "nanodet" { options["scores"] = "parts" }
      if name == "centernet" { options["scores"] = "parts" }
      return try DetectionHead(named: name, options: HeadOptions(options))
    }
  }

  /// What the head reads.
  func detections() throws -> [RawDetection] {
    try HeadOutputs.with(outputs.map(\.values)) { outputs in
      try stated.decoder(model).detections(in: outputs, scoreThreshold: Self.threshold)
    }
  }
}

extension HeadOutputs {
  /// Runs `body` with values that are there as long as it runs.
  static func with<Result>(
    _ values: [[Float]], _ body: (borrowing HeadOutputs) throws -> Result
  ) rethrows -> Result {
    let memories = values.map { values in
      let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: values.count)
      _ = memory.initialize(from: values)
      return memory
    }
    defer { memories.forEach { $0.deallocate() } }
    return try body(HeadOutputs(memories.map { UnsafeBufferPointer($0) }))
  }
}

/// What a seed makes.
struct HeadCaseMaker {
  private var random: SeededGenerator
  private enum Kind: Int { case empty, objects, many, ties }
  private let kind: Kind
  private let head: String

  init(_ head: String, seed: UInt64) {
    self.head = head
    kind = Kind(rawValue: Int(seed % 4)) ?? .objects
    random = SeededGenerator(seed: seed, stream: head)
  }

  mutating func make() -> HeadCase {
    let classes = Int.random(in: 2...5, using: &random)
    var side = [64, 96, 128, 160].randomElement(using: &random) ?? 64
    // Thousands of candidates, now and then.
    if kind == .many, Int.random(in: 0..<4, using: &random) == 0 { side = 320 }
    if head == "blazeface" { side = 128 }
    if head == "yolo-grids" { side = 320 }
    if head == "ssd" { side = 96 }
    let outputs = outputs(side, classes)
    return HeadCase(head: head, side: side, classes: classes, isEmpty: kind == .empty, outputs: outputs)
  }

  private mutating func outputs(
    _ side: Int, _ classes: Int
  ) -> [(name: String, shape: [Int], values: [Float])] {
    func cells(_ strides: [Int]) -> Int { strides.reduce(0) { $0 + (side + $1 - 1) / $1 * ((side + $1 - 1) / $1) } }
    switch head {
    case "yolov8":
      let count = cells([8, 16, 32])
      let rows = rows(count) { $0.partBox() + $0.scores(classes) }
      return [("output0", [1, 4 + classes, count], transposed(rows))]
    case "yolov8 rows":
      let rows = rows(cells([8, 16, 32])) { $0.partBox() + $0.scores(classes) }
      return [("output0", [1, rows.count, 4 + classes], rows.flatMap { $0 })]
    case "yolov5":
      let rows = rows(3 * cells([8, 16, 32])) { $0.partBox() + $0.scores(1) + $0.scores(classes, isSure: true) }
      return [("output0", [1, rows.count, 5 + classes], rows.flatMap { $0 })]
    case "end-to-end":
      let rows = rows(300) { maker in
        let box = maker.partBox()
        let edges = [box[0] - box[2] / 2, box[1] - box[3] / 2, box[0] + box[2] / 2, box[1] + box[3] / 2]
        return edges + maker.scores(1) + [Float(Int.random(in: 0..<classes, using: &maker.random))]
      }
      return [("output0", [1, 300, 6], rows.flatMap { $0 })]
    case "yolox", "yolox pixels":
      let isDecoded = head != "yolox"
      let rows = rows(cells([8, 16, 32])) { maker in
        let box = isDecoded ? maker.partBox().map { $0 * Float(side) } : maker.cellBox()
        return box + maker.scores(1) + maker.scores(classes, isSure: true)
      }
      return [("output", [1, rows.count, 5 + classes], rows.flatMap { $0 })]
    case "nanodet":
      let rows = rows(cells([8, 16, 32, 64])) { maker in
        maker.scores(classes) + (0..<32).map { _ in maker.quarter(-8...8) }
      }
      return [("output", [1, rows.count, classes + 32], rows.flatMap { $0 })]
    case "ssd", "ssd-fpn", "efficientdet":
      let perCell: Int
      let count: Int
      switch head {
      case "ssd": (perCell, count) = (1, SSDAnchors.mobileNet(inputSize: side).boxes.count)
      case "ssd-fpn": (perCell, count) = (6, 6 * cells([8, 16, 32, 64, 128]))
      default: (perCell, count) = (9, 9 * cells([8, 16, 32, 64, 128]))
      }
      let columns = head == "efficientdet" ? classes : classes + 1
      let boxes = rows(count) { maker in (0..<4).map { _ in maker.quarter(-8...8) } }
      let scores = rows(count) { $0.logits(columns) }
      guard head == "efficientdet", Bool.random(using: &random) else {
        return [
          ("scores", [1, count, columns], scores.flatMap { $0 }),
          ("boxes", [1, count, 4], boxes.flatMap { $0 }),
        ]
      }
      return levels(side, perCell, boxes, "boxes") + levels(side, perCell, scores, "scores")
    case "centernet":
      let (rows, columns) = (side / 4, side / 4)
      let map = self.rows(rows * columns) { $0.scores(classes) }
      let sizes = self.rows(rows * columns) { maker in [maker.quarter(0...32), maker.quarter(0...32)] }
      let offsets = self.rows(rows * columns) { maker in [maker.quarter(0...3), maker.quarter(0...3)] }
      return [
        ("size", [1, rows, columns, 2], sizes.flatMap { $0 }),
        ("map", [1, rows, columns, classes], map.flatMap { $0 }),
        ("offset", [1, rows, columns, 2], offsets.flatMap { $0 }),
      ]
    case "blazeface":
      let boxes = rows(896) { maker in (0..<16).map { _ in maker.quarter(-32...96) } }
      return [
        ("regressors", [1, 896, 16], boxes.flatMap { $0 }),
        ("classificators", [1, 896, 1], rows(896) { $0.logits(1) }.flatMap { $0 }),
      ]
    case "yolo-grids":
      return [20, 10].map { size in
        let rows = rows(size * size * 3) { maker in
          (0..<4).map { _ in maker.quarter(-4...4) } + maker.logits(1) + maker.logits(classes)
        }
        return ("grid \(size)", [1, size, size, 3 * (5 + classes)], rows.flatMap { $0 })
      }
    default:
      let cells = rows(side / 8 * (side / 8)) { maker in [0.5] + maker.scores(classes) }
      return [("map", [1, side / 8, side / 8, classes + 1], cells.flatMap { $0 })]
    }
  }

  /// The rows of five grids as outputs of their own.
  private func levels(
    _ side: Int, _ perCell: Int, _ rows: [[Float]], _ name: String
  ) -> [(name: String, shape: [Int], values: [Float])] {
    var first = 0
    return [8, 16, 32, 64, 128].map { stride in
      let size = (side + stride - 1) / stride
      let part = rows[first..<first + size * size * perCell]
      first += part.count
      return ("\(name) \(stride)", [1, size, size, perCell * (rows.first?.count ?? 0)], part.flatMap { $0 })
    }
  }

  private mutating func rows(_ count: Int, _ row: (inout HeadCaseMaker) -> [Float]) -> [[Float]] {
    (0..<count).map { _ in row(&self) }
  }

  private func transposed(_ rows: [[Float]]) -> [Float] {
    (0..<(rows.first?.count ?? 0)).flatMap { column in rows.map { $0[column] } }
  }

  /// Center and size as parts, on a grid of 1 / 128; many near each other.
  private mutating func partBox() -> [Float] {
    let spots = kind == .objects ? 4 : 12
    func center(_ random: inout SeededGenerator) -> Float {
      Float(Int.random(in: 1...spots, using: &random) * 120 / spots + Int.random(in: -2...2, using: &random)) / 128
    }
    return [
      center(&random), center(&random), Float(Int.random(in: 4...16, using: &random)) / 64,
      Float(Int.random(in: 4...16, using: &random)) / 64,
    ]
  }

  /// Center in a cell, and the logarithms of a size in cells.
  private mutating func cellBox() -> [Float] {
    [quarter(0...3), quarter(0...3), quarter(-4...6), quarter(-4...6)]
  }

  /// Multiples of a quarter.
  private mutating func quarter(_ range: ClosedRange<Int>) -> Float {
    Float(Int.random(in: range, using: &random)) / 4
  }

  /// Whether the next row may be an object.
  private mutating func isCandidate() -> Bool {
    switch kind {
    case .empty: false
    case .objects: Int.random(in: 0..<12, using: &random) == 0
    case .many, .ties: Int.random(in: 0..<3, using: &random) == 0
    }
  }

  /// Multiples of 1 / 64, two of which are rarely equal, but where ties are wanted.
  private mutating func scores(_ count: Int, isSure: Bool = false) -> [Float] {
    let isCandidate = isSure || isCandidate()
    return (0..<count).map { _ in
      let steps = kind == .ties ? 4 : 64
      let high = Int.random(in: 0...steps, using: &random) * 64 / steps
      let isHigh = isCandidate && Int.random(in: 0..<max(count / 2, 1), using: &random) == 0
      return Float(isHigh ? high : Int.random(in: 0...10, using: &random)) / 64
    }
  }

  /// Multiples of an eighth, whose logistic function is not near the threshold.
  private mutating func logits(_ count: Int) -> [Float] {
    let isCandidate = isCandidate()
    return (0..<count).map { _ in
      let step = kind == .ties ? 8 : 1
      let isHigh = isCandidate && Int.random(in: 0..<max(count / 2, 1), using: &random) == 0
      return isHigh
        ? Float(Int.random(in: -16 / step...40 / step, using: &random) * step) / 8
        : Float(Int.random(in: -64...(-20), using: &random)) / 8
    }
  }
}
