import Foundation
import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

@testable import TFLite

/// Operators that have moved before transpositions give the bits of those that run where the model has them, as they do for
/// an observer.
@Suite struct LayoutPropagationTests {
  private static let toNCHW: [Int32] = [0, 3, 1, 2]
  private static let toNHWC: [Int32] = [0, 2, 3, 1]

  /// A model that grows operator by operator.
  private struct Growth {
    var builder = ModelBuilder()
    let type: TensorType
    var shapes: [Int32: [Int32]] = [:]
    var unread: Set<Int32> = []

    init(_ type: TensorType) { self.type = type }

    mutating func tensor(_ shape: [Int32], constant: [UInt8]? = nil) -> Int32 {
      let index =
        type == .float32
        ? builder.tensor(type, shape, constant: constant)
        : builder.tensor(type, shape, scale: 0.5, zeroPoint: 3, constant: constant)
      if constant == nil { shapes[index] = shape }
      return index
    }

    mutating func constant(_ shape: [Int32], _ random: inout SeededGenerator) -> Int32 {
      let count = shape.reduce(1, *)
      return tensor(
        shape,
        constant: type == .float32
          ? bytes((0..<count).map { _ in Float.random(in: -2...2, using: &random) })
          : (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    mutating func add(
      _ code: BuiltinOperator, _ options: (any OperatorOptions)?, _ inputs: [Int32], constants: [Int32] = [],
      shape: [Int32]
    ) -> Int32 {
      let output = tensor(shape)
      builder.add(OperatorCode(code), options, inputs: inputs + constants, outputs: [output])
      unread.subtract(inputs)
      unread.insert(output)
      return output
    }

    mutating func transpose(_ input: Int32, _ order: [Int32]) -> Int32 {
      let constant = builder.constant(order)
      return add(
        .transpose, TransposeOptions(), [input], constants: [constant], shape: order.map { shapes[input]![Int($0)] })
    }

    mutating func leakyRelu(_ input: Int32) -> Int32 {
      add(.leakyRelu, LeakyReluOptions { $0.alpha = 0.3 }, [input], shape: shapes[input]!)
    }

    mutating func pad(_ input: Int32, _ paddings: [Int32]) -> Int32 {
      let constant = builder.tensor(.int32, [4, 2], constant: bytes(paddings))
      let shape = shapes[input]!.enumerated().map { $1 + paddings[2 * $0] + paddings[2 * $0 + 1] }
      return add(.pad, PadOptions(), [input], constants: [constant], shape: shape)
    }

    mutating func split(_ input: Int32, axis: Int, count: Int32) -> [Int32] {
      var shape = shapes[input]!
      shape[axis] /= count
      let axis = builder.constant([Int32(axis)])
      let outputs = (0..<count).map { _ in tensor(shape) }
      builder.add(OperatorCode(.split), SplitOptions { $0.numSplits = count }, inputs: [axis, input], outputs: outputs)
      unread.remove(input)
      unread.formUnion(outputs)
      return outputs
    }

    /// All from some indices on; with a stride of 1 or 2 by STRIDED_SLICE, with 0 by SLICE.
    mutating func slice(_ input: Int32, begins: [Int32], stride: Int32) -> Int32 {
      let shape = zip(shapes[input]!, begins).map { $0 - $1 }
      let (first, rest) = (builder.constant(begins), builder.constant([-1, -1, -1, -1]))
      guard stride > 0 else {
        return add(.slice, SliceOptions(), [input], constants: [first, rest], shape: shape)
      }
      let steps = builder.constant([stride, stride, stride, stride])
      return add(
        .stridedSlice, StridedSliceOptions { $0.endMask = 15 }, [input], constants: [first, rest, steps],
        shape: shape.map { ($0 + stride - 1) / stride })
    }

    /// A convolution that keeps the number of channels.
    mutating func convolution(_ input: Int32, side: Int32 = 1, _ random: inout SeededGenerator) -> Int32 {
      let shape = shapes[input]!
      let count = side * side * shape[3] * shape[3]
      let dimensions = [shape[3], side, side, shape[3]]
      let filter =
        type == .float32
        ? builder.tensor(
          type, dimensions, constant: bytes((0..<count).map { _ in Float.random(in: -1...1, using: &random) }))
        : builder.tensor(
          type, dimensions, scale: 0.02, constant: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      return add(
        .conv2D,
        Conv2DOptions {
          ($0.padding, $0.strideH, $0.strideW, $0.dilationHFactor, $0.dilationWFactor) = (.valid, 1, 1, 1, 1)
        }, [input], constants: [filter], shape: [shape[0], shape[1] - side + 1, shape[2] - side + 1, shape[3]])
    }
  }

  /// What PyTorch's exporters make, and much that they do not.
  private func model(_ random: inout SeededGenerator) throws -> (model: Model, count: Int, type: TensorType) {
    let type: TensorType = Bool.random(using: &random) ? .int8 : .float32
    var growth = Growth(type)
    func size() -> Int32 { Int32.random(in: 1...5, using: &random) }
    let shape = [Int32.random(in: 1...2, using: &random), size(), size(), size()]
    let input = growth.tensor(shape)
    var values = [input]
    var outputs: Set<Int32> = []
    for _ in 0..<Int.random(in: 4...24, using: &random) {
      // Mostly the last one.
      let value = Bool.random(using: &random) ? values.last! : values.randomElement(using: &random)!
      let shape = growth.shapes[value]!
      switch Int.random(in: 0..<22, using: &random) {
      case 0..<4: values.append(growth.transpose(value, Self.toNCHW))
      case 4..<8: values.append(growth.transpose(value, Self.toNHWC))
      case 8: values.append(growth.transpose(value, [0, 1, 2, 3].shuffled(using: &random)))
      case 9..<11: values.append(growth.leakyRelu(value))
      case 11:
        values.append(growth.pad(value, (0..<8).map { _ in Int32.random(in: 0...1, using: &random) }))
      case 12:
        values.append(growth.pad(value, [0, 0, 0, 0, 1, 1, 1, 0]))
      case 13, 14:
        let alike = values.filter { growth.shapes[$0] == shape }.randomElement(using: &random)!
        values.append(growth.add(.add, AddOptions(), [value, alike], shape: shape))
      case 15:
        let constant = growth.constant(
          [[1], [shape[1], 1, 1], [shape[3]], Array(shape[1...]), [shape[2], 1]].randomElement(using: &random)!, &random
        )
        let code: BuiltinOperator = Bool.random(using: &random) ? .mul : .prelu
        values.append(
          growth.add(code, code == .mul ? MulOptions() : nil, [value], constants: [constant], shape: shape))
      case 16:
        let axis = Int.random(in: 0..<4, using: &random)
        let fitting = values.filter { other in
          (0..<4).allSatisfy { $0 == axis || growth.shapes[other]![$0] == shape[$0] }
        }
        let other = fitting.randomElement(using: &random)!
        var joined = shape
        joined[axis] += growth.shapes[other]![axis]
        values.append(
          growth.add(
            .concatenation, ConcatenationOptions { $0.axis = Int32(axis) }, [value, other], shape: joined))
      case 17: values.append(growth.convolution(value, &random))
      case 18:
        let axis = Int.random(in: 0..<4, using: &random)
        let count: Int32 = shape[axis] % 2 == 0 ? 2 : 1
        values += growth.split(value, axis: axis, count: count)
      case 19:
        let begins = shape.map { Int32.random(in: 0..<$0, using: &random) }
        values.append(growth.slice(value, begins: begins, stride: Int32.random(in: 0...2, using: &random)))
      case 20:
        // Minds the order of the elements.
        let output = growth.add(
          .reshape, ReshapeOptions { $0.newShape = [-1] }, [value], shape: [shape.reduce(1, *)])
        outputs.insert(output)
      default: outputs.insert(value)
      }
      // Small enough for many seeds.
      if growth.shapes[values.last!]!.reduce(1, *) > 4000 { break }
    }
    outputs.formUnion(growth.unread)
    outputs.remove(input)
    if outputs.isEmpty { outputs.insert(growth.leakyRelu(input)) }
    return (
      try growth.builder.build(inputs: [input], outputs: outputs.sorted()), Int(shape.reduce(1, *)), type
    )
  }

  @Test(arguments: 0..<400)
  func givesTheBitsOfOperatorsWhereTheyAre(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (model, count, type) = try model(&random)
    let data =
      type == .float32
      ? Data(bytes((0..<count).map { _ in Float.random(in: -3...3, using: &random) }))
      : Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    for cpu in InstructionSet.allCases where cpu.isAvailable {
      var options = Interpreter.Options()
      (options.cpu, options.threadCount) = (cpu, Int.random(in: 1...3, using: &random))
      options.numerics = Bool.random(using: &random) ? .reference : .xnnpack
      let interpreter = try Interpreter(model: model, options: options)
      try interpreter.allocateTensors()
      try interpreter.copy(data, toInputAt: 0)
      let (moved, oneByOne) = try interpreter.invokeFusedAndOneByOne()
      for (index, (output, expected)) in zip(moved, oneByOne).enumerated() {
        #expect(output.data == expected.data && output.shape == expected.shape, "seed \(seed), \(cpu), output \(index)")
      }
    }
  }

  @Test func transpositionsAreGoneInManyModels() throws {
    var (all, omitted) = (0, 0)
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      for step in try plan(try model(&random).model) where step.name == "TRANSPOSE" {
        all += 1
        if step.fate != .runs { omitted += 1 }
      }
    }
    #expect(omitted > all / 4, "\(omitted) of \(all)")
  }

  private func plan(_ model: Model) throws -> [PlannedOperator] {
    let interpreter = try Interpreter(model: model)
    try interpreter.allocateTensors()
    return try interpreter.plan.operators
  }

  /// The names of the operators that run.
  private func run(_ growth: Growth, _ input: Int32, _ outputs: [Int32]) throws -> [String] {
    try plan(try growth.builder.build(inputs: [input], outputs: outputs)).filter { $0.fate == .runs }.map(\.name)
  }

  @Test func whatStandsBetweenTwoConvolutionsIsFused() throws {
    var random = SeededGenerator(seed: 1)
    var growth = Growth(.int8)
    let input = growth.tensor([1, 8, 8, 16])
    var value = growth.convolution(input, &random)
    value = growth.transpose(value, Self.toNCHW)
    value = growth.leakyRelu(value)
    value = growth.pad(value, [0, 0, 0, 0, 1, 1, 1, 1])
    value = growth.transpose(value, Self.toNHWC)
    value = growth.convolution(value, side: 3, &random)
    #expect(try run(growth, input, [value]) == ["CONV_2D", "CONV_2D"])
  }

  @Test func shortcutsMoveAndTheOperatorBehindThemTransposes() throws {
    var random = SeededGenerator(seed: 1)
    var growth = Growth(.float32)
    let input = growth.tensor([1, 8, 8, 16])
    var value = growth.transpose(growth.convolution(input, &random), Self.toNCHW)
    for _ in 0..<3 {
      let branch = growth.transpose(growth.convolution(growth.transpose(value, Self.toNHWC), &random), Self.toNCHW)
      value = growth.add(.add, AddOptions(), [value, branch], shape: growth.shapes[value]!)
    }
    let axes = growth.builder.constant([2, 3])
    let mean = growth.add(.mean, ReducerOptions(), [value], constants: [axes], shape: [1, 16])
    #expect(
      try run(growth, input, [mean]) == ["CONV_2D", "CONV_2D", "CONV_2D", "CONV_2D", "MEAN"])
  }

  @Test func whatIsAResultStaysAsTheModelHasIt() throws {
    var random = SeededGenerator(seed: 1)
    var growth = Growth(.int8)
    let input = growth.tensor([1, 4, 4, 8])
    let value = growth.leakyRelu(growth.transpose(growth.convolution(input, &random), Self.toNCHW))
    let other = growth.convolution(growth.transpose(value, Self.toNHWC), &random)
    #expect(
      try run(growth, input, [value, other]) == ["CONV_2D", "TRANSPOSE", "LEAKY_RELU", "TRANSPOSE", "CONV_2D"])
  }

  @Test func nothingMovesThatWouldLeaveMoreToTranspose() throws {
    var growth = Growth(.int8)
    let input = growth.tensor([1, 4, 4, 8])
    let value = growth.leakyRelu(growth.transpose(input, Self.toNCHW))
    let shape: [Int32] = [128]
    let outputs = (0..<2).map { _ in
      growth.add(.reshape, ReshapeOptions { $0.newShape = shape }, [value], shape: shape)
    }
    #expect(try run(growth, input, outputs).prefix(2) == ["TRANSPOSE", "LEAKY_RELU"])
  }

  @Test func whatOnlyARunCanPrepareReadsWhatTheModelHas() throws {
    var growth = Growth(.int8)
    let input = growth.tensor([1, 2, 3, 4])
    let order = growth.builder.tensor(.int32, [4])
    let value = growth.leakyRelu(growth.transpose(growth.leakyRelu(input), Self.toNCHW))
    let output = growth.tensor([1, 2, 3, 4])
    growth.builder.add(OperatorCode(.transpose), TransposeOptions(), inputs: [value, order], outputs: [output])
    let interpreter = try Interpreter(model: try growth.builder.build(inputs: [input, order], outputs: [output]))
    try interpreter.allocateTensors()
    try interpreter.copy(Data((0..<24).map { UInt8($0) }), toInputAt: 0)
    try interpreter.copy(Data(bytes(Self.toNHWC)), toInputAt: 1)
    let (moved, oneByOne) = try interpreter.invokeFusedAndOneByOne()
    #expect(oneByOne[0].data == moved[0].data)
  }
}
