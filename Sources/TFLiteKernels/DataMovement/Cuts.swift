/// Boxes that are cut out of a tensor: an output for each, of the same rank.
struct Cuts: TotalOperator {
  /// Every `steps`-th element from `begins` on, `shape` of them.
  struct Box: Sendable {
    var begins: [Int]
    var steps: [Int]
    var shape: [Int]
  }

  private let input: Int
  private let inputShape: [Int]
  private let boxes: [Box]
  private let elementSize: Int
  private let movement: Movement

  init(input: Int, inputShape: [Int], boxes: [Box], elementSize: Int) {
    self.input = input
    self.inputShape = inputShape
    self.boxes = boxes
    self.elementSize = elementSize
    let strides = inputShape.rowMajorStrides
    movement = Movement(
      outputShapes: boxes.map(\.shape),
      paths: boxes.enumerated().map { index, box in
        Movement.Path(
          input: input, output: index,
          copy: StridedCopy(
            gathering: box.shape, sourceStrides: zip(box.steps, strides).map { $0 &* $1 },
            sourceOffset: zip(box.begins, strides).reduce(0) { $0 &+ $1.0 &* $1.1 }, elementSize: elementSize))
      })
  }

  /// Where the elements of each box go.
  var paths: [Movement.Path] { movement.paths }
  var outputShapes: [[Int]] { movement.outputShapes }
  var path: KernelPath { movement.path }

  func run(_ call: OperatorCall) { movement.run(call) }
}

extension Cuts {
  func preceding(_ order: DimensionOrder, constants: Set<Int>) -> (any PreparedOperator)? {
    // Begins, sizes and axes have become part of this operator.
    guard !constants.contains(input) else { return nil }
    return Cuts(
      input: input, inputShape: order.input(of: inputShape),
      boxes: boxes.map {
        Box(begins: order.input(of: $0.begins), steps: order.input(of: $0.steps), shape: order.input(of: $0.shape))
      }, elementSize: elementSize)
  }
}

extension Cuts {
  /// Cuts an input along one dimension; every output is one part of it.
  init(_ context: OperatorContext, input position: Int, axis: Int, sizes: [Int]) throws(KernelError) {
    let input = try context.input(position)
    var boxes: [Box] = []
    let steps = Array(repeating: 1, count: input.rank)
    var begins = Array(repeating: 0, count: input.rank)
    for (index, size) in sizes.enumerated() {
      try context.require(context.output(index), sameTypeAs: input)
      var shape = input.shape
      shape[axis] = size
      boxes.append(Box(begins: begins, steps: steps, shape: shape))
      begins[axis] += size
    }
    self.init(
      input: position, inputShape: input.shape, boxes: boxes, elementSize: try context.elementSize(of: input))
  }
}
