import TFLiteSchema
import TestModels

@testable import TFLiteVision

/// Objects as a network would give them whose head reads them: all of its numbers mean nothing but those of one candidate
/// for each object.
struct EncodedScene {
  struct Object: Equatable {
    let box: BoundingBox
    let classIndex: Int
  }

  /// Boxes in parts of the picture.
  let objects: [Object]
  let side: Int
  let classes: Int
  private static let score: Float = 0.9

  /// The heads that objects can be encoded for, and what is said about their numbers.
  static let heads = [
    ("yolov8", [:]), ("yolov5", [:]), ("end-to-end", [:]), ("yolox", ["boxes": "cells"]),
    ("nanodet", ["scores": "parts"]), ("ssd-fpn", [:]), ("efficientdet", [:]), ("centernet", ["scores": "parts"]),
  ]

  /// A model that sees this scene in every picture.
  func model(_ head: String) -> Model {
    var sketch = ModelSketch()
    sketch.graph.inputs = [sketch.plain("picture", [1, Int32(side), Int32(side), 3], .float32)]
    for (name, shape, values) in outputs(head) {
      let dimensions = shape.map { Int32($0) }
      let constant = sketch.plain("constant \(name)", dimensions, .float32, data: [UInt8](values))
      let sizes = sketch.plain(
        "shape of \(name)", [Int32(shape.count)], .int32,
        data: [UInt8](dimensions))
      let output = sketch.plain(name, dimensions, .float32)
      sketch.step(OperatorCode(.reshape), inputs: [constant, sizes], outputs: [output])
      sketch.graph.outputs.append(output)
    }
    return sketch.model
  }

  private var inputSize: InputSize { InputSize(width: side, height: side) }

  private typealias Output = (name: String, shape: [Int], values: [Float])

  private func outputs(_ head: String) -> [Output] {
    switch head {
    case "yolov8":
      let columns = inputSize.cellCount(strides: [8, 16, 32])
      var values = [Float](repeating: 0, count: (4 + classes) * columns)
      for (index, object) in objects.enumerated() {
        for (row, value) in (centered(object) + scores(object)).enumerated() { values[row * columns + index] = value }
      }
      return [("output0", [1, 4 + classes, columns], values)]
    case "yolov5":
      let rows = 3 * inputSize.cellCount(strides: [8, 16, 32])
      let values = table(rows, 5 + classes, 0) { (nil, centered($0) + [1] + scores($0)) }
      return [("output0", [1, rows, 5 + classes], values)]
    case "end-to-end":
      let rows = table(300, 6, 0) { object in
        let box = object.box
        let edges = [box.x, box.y, box.x + box.width, box.y + box.height].map { Float($0) }
        return (nil, edges + [Self.score, Float(object.classIndex)])
      }
      return [("output0", [1, 300, 6], rows)]
    case "yolox":
      let count = inputSize.cellCount(strides: [8, 16, 32])
      let rows = table(count, 5 + classes, 0) { object in
        let (x, y, cell) = cell(of: object, stride: 8)
        let size = [object.box.width, object.box.height].map { HeadMath.log(Float($0 * Double(side) / 8)) }
        return (cell, [Float(x.part), Float(y.part)] + size + [1] + scores(object))
      }
      return [("output", [1, count, 5 + classes], rows)]
    case "nanodet": return [nanodet()]
    case "ssd-fpn", "efficientdet":
      let isEfficientDet = head == "efficientdet"
      let anchors = (isEfficientDet ? PyramidAnchors.efficientDetLite : PyramidAnchors())
        .boxes(inputSize)
      return anchored(
        anchors, scales: isEfficientDet ? [1, 1, 1, 1] : [10, 10, 5, 5], background: isEfficientDet ? 0 : 1)
    default:
      let (grid, stride) = (side / 4, 4)
      func map(_ width: Int, _ values: (Object, (x: Double, y: Double)) -> [Float]) -> [Float] {
        table(grid * grid, width, 0) { object in
          let (x, y, cell) = cell(of: object, stride: stride)
          return (cell, values(object, (x.part, y.part)))
        }
      }
      return [
        ("map", [1, grid, grid, classes], map(classes) { object, _ in scores(object) }),
        (
          "size", [1, grid, grid, 2],
          map(2) { object, _ in [object.box.width, object.box.height].map { Float($0 * Double(grid)) } }
        ),
        ("offset", [1, grid, grid, 2], map(2) { _, part in [Float(part.x), Float(part.y)] }),
      ]
    }
  }

  /// Distances of a cell's corner from the box's edges, each between two bins.
  private func nanodet() -> Output {
    let strides = [8, 16, 32, 64]
    let rows = table(inputSize.cellCount(strides: strides), classes + 32, 0) { object in
      // The stride of which seven are enough.
      let reach = max(object.box.width, object.box.height) * Double(side)
      let level = strides.firstIndex { reach < 7 * Double($0) } ?? 3
      let (x, y, cell) = cell(of: object, stride: strides[level])
      let (width, height) = (object.box.width * Double(side), object.box.height * Double(side))
      let stride = Double(strides[level])
      let distances = [
        width / 2 / stride - x.part, height / 2 / stride - y.part, width / 2 / stride + x.part,
        height / 2 / stride + y.part,
      ]
      let bins = distances.flatMap { distance in
        (0..<8).map { bin in HeadMath.log(Float(max(1 - abs(distance - Double(bin)), 1e-9))) }
      }
      return (inputSize.cellCount(strides: Array(strides[..<level])) + cell, scores(object) + bins)
    }
    return ("output", [1, inputSize.cellCount(strides: strides), classes + 32], rows)
  }

  private func anchored(_ anchors: [AnchorBox], scales: [Double], background: Int) -> [Output] {
    func nearest(_ object: Object) -> Int {
      let (x, y) = center(object)
      func distance(_ anchor: AnchorBox) -> Double {
        abs(anchor.centerX - x) + abs(anchor.centerY - y) + abs(anchor.width - object.box.width)
          + abs(anchor.height - object.box.height)
      }
      return anchors.indices.min { distance(anchors[$0]) < distance(anchors[$1]) } ?? 0
    }
    let width = background + classes
    let boxes = table(anchors.count, 4, 0) { object in
      let row = nearest(object)
      let anchor = anchors[row]
      let (x, y) = center(object)
      let numbers = [
        (y - anchor.centerY) / anchor.height, (x - anchor.centerX) / anchor.width,
        Double(HeadMath.log(Float(object.box.height / anchor.height))),
        Double(HeadMath.log(Float(object.box.width / anchor.width))),
      ]
      return (row, zip(numbers, scales).map { Float($0 * $1) })
    }
    let logits = table(anchors.count, width, -9) { object in
      (nearest(object), (0..<width).map { $0 == background + object.classIndex ? 2 : -9 })
    }
    return [("scores", [1, anchors.count, width], logits), ("boxes", [1, anchors.count, 4], boxes)]
  }

  // MARK: Parts of rows

  /// Rows that mean nothing, but for one for each object: that which it names, or the next one.
  private func table(
    _ count: Int, _ width: Int, _ nothing: Float, _ row: (Object) -> (index: Int?, values: [Float])
  ) -> [Float] {
    var values = [Float](repeating: nothing, count: count * width)
    for (number, object) in objects.enumerated() {
      let (index, row) = row(object)
      values.replaceSubrange((index ?? number) * width..<((index ?? number) + 1) * width, with: row)
    }
    return values
  }

  private func scores(_ object: Object) -> [Float] { (0..<classes).map { $0 == object.classIndex ? Self.score : 0 } }

  private func center(_ object: Object) -> (x: Double, y: Double) {
    (object.box.x + object.box.width / 2, object.box.y + object.box.height / 2)
  }

  private func centered(_ object: Object) -> [Float] {
    let (x, y) = center(object)
    return [x, y, object.box.width, object.box.height].map { Float($0) }
  }

  /// The cell in which an object's center lies, and where in it.
  private func cell(
    of object: Object, stride: Int
  ) -> (x: (index: Int, part: Double), y: (index: Int, part: Double), cell: Int) {
    func axis(_ value: Double) -> (index: Int, part: Double) {
      let cells = value * Double(side / stride)
      return (Int(cells), cells - cells.rounded(.down))
    }
    let (x, y) = center(object)
    return (axis(x), axis(y), axis(y).index * (side / stride) + axis(x).index)
  }
}
