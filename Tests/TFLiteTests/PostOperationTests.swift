import Foundation
import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

@testable import TFLite

/// What is fused into a convolution behind it gives the bits of operators that run one by one.
@Suite struct PostOperationTests {
  /// Convolutions, and behind each what can follow block by block.
  private struct Chain {
    var builder = ModelBuilder()
    var random: SeededGenerator
    let type: TensorType
    private(set) var value: Int32
    private(set) var shape: [Int32]
    let input: Int32
    let inputShape: [Int32]
    /// How many operators should be fused.
    private(set) var fusedCount = 0

    init(
      _ random: SeededGenerator, _ type: TensorType, sides: ClosedRange<Int32>? = nil,
      channels: ClosedRange<Int32> = 1...24
    ) {
      self.random = random
      self.type = type
      // Now and then results of several blocks.
      let side = sides ?? (Int.random(in: 0..<4, using: &self.random) == 0 ? 20...30 : 1...9)
      shape = [1, .random(in: side, using: &self.random), .random(in: side, using: &self.random), 1]
      shape[3] = .random(in: channels, using: &self.random)
      inputShape = shape
      input = type == .float32 ? builder.tensor(type, shape) : builder.tensor(type, shape, scale: 0.05, zeroPoint: 3)
      value = input
    }

    private mutating func tensor() -> Int32 {
      type == .float32 ? builder.tensor(type, []) : builder.tensor(type, [], scale: 0.05, zeroPoint: -5)
    }

    mutating func constant(_ shape: [Int32]) -> Int32 {
      let count = shape.reduce(1, *)
      if type == .float32 {
        let values = (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
        return builder.tensor(type, shape, constant: values.withUnsafeBytes { Array($0) })
      }
      let values = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      return builder.tensor(type, shape, scale: 0.01, zeroPoint: 0, constant: values)
    }

    mutating func add(_ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, _ inputs: [Int32]) {
      value = tensor()
      builder.add(OperatorCode(code), options, inputs: inputs, outputs: [value])
    }

    mutating func convolve(channels: Int32) {
      let size: Int32 = [1, 3].randomElement(using: &random)!
      if channels == shape[3], Bool.random(using: &random) {
        convolveDepthwise(stride: 1, size)
      } else {
        convolvePixels(channels: channels, size)
      }
    }

    mutating func convolveDepthwise(stride: Int32, _ size: Int32) {
      let taps = constant([1, size, size, shape[3]])
      add(
        .depthwiseConv2D,
        DepthwiseConv2DOptions {
          ($0.padding, $0.strideH, $0.strideW, $0.depthMultiplier) = (.same, stride, stride, 1)
          ($0.dilationHFactor, $0.dilationWFactor) = (1, 1)
        }, [value, taps])
      (shape[1], shape[2]) = ((shape[1] + stride - 1) / stride, (shape[2] + stride - 1) / stride)
    }

    mutating func convolvePixels(channels: Int32, _ size: Int32 = 1) {
      let filter = constant([channels, size, size, shape[3]])
      add(
        .conv2D,
        Conv2DOptions {
          ($0.padding, $0.strideH, $0.strideW, $0.dilationHFactor, $0.dilationWFactor) = (.same, 1, 1, 1, 1)
        }, [value, filter])
      shape[3] = channels
    }

    /// For the input.
    mutating func data() -> Data {
      let count = Int(inputShape.reduce(1, *))
      return type == .float32
        ? (0..<count).map { _ in Float.random(in: -3...3, using: &random) }.withUnsafeBytes { Data($0) }
        : Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    /// A convolution, and the sum of its results and what it was made of.
    mutating func addShortcut() {
      let (shortcut, channels) = (value, shape[3])
      convolve(channels: channels)
      let operands = [shortcut, value]
      add(.add, AddOptions(), Bool.random(using: &random) ? operands : operands.reversed())
      fusedCount += 1
    }

    /// The same for a convolution that has more channels.
    mutating func addPaddedShortcut() {
      let (shortcut, more) = (value, Int32.random(in: 1...20, using: &random))
      convolve(channels: shape[3] + more)
      let result = value
      let paddings: [Int32] = [0, 0, 0, 0, 0, 0, 0, more]
      add(.pad, PadOptions(), [shortcut, builder.tensor(.int32, [4, 2], constant: TFLiteTests.bytes(paddings))])
      let operands = [result, value]
      add(
        .add, AddOptions { $0.fusedActivationFunction = .relu },
        Bool.random(using: &random) ? operands : operands.reversed())
      fusedCount += 2
    }

    mutating func multiplyByLogistic() {
      convolve(channels: .random(in: 1...24, using: &random))
      let result = value
      add(.logistic, nil, [result])
      let operands = [result, value]
      add(.mul, MulOptions(), Bool.random(using: &random) ? operands : operands.reversed())
      fusedCount += 2
    }

    mutating func follow(
      _ code: BuiltinOperator, _ options: (any OperatorOptions)? = nil, constant shape: [Int32]? = nil
    ) {
      convolve(channels: .random(in: 1...24, using: &random))
      let others = shape.map { shape in [constant(shape.map { $0 == 0 ? self.shape[3] : $0 })] } ?? []
      add(code, options, [value] + others)
      fusedCount += 1
    }
  }

  private func chain(_ seed: UInt64, _ type: TensorType) -> Chain {
    var chain = Chain(SeededGenerator(seed: seed), type)
    for _ in 0..<4 {
      if type == .float32 {
        switch Int.random(in: 0..<9, using: &chain.random) {
        case 0: chain.addShortcut()
        case 1: chain.addPaddedShortcut()
        case 2: chain.multiplyByLogistic()
        case 3: chain.follow(.prelu, constant: [1, 1, 0])
        case 4: chain.follow(.hardSwish)
        case 5: chain.follow(.leakyRelu, LeakyReluOptions { $0.alpha = 0.3 })
        case 6: chain.follow(.mul, MulOptions(), constant: [0])
        case 7: chain.follow(.sub, SubOptions(), constant: [1])
        default: chain.follow(.tanh)
        }
      } else {
        chain.addShortcut()
      }
    }
    return chain
  }

  @Test(arguments: 0..<80, [TensorType.float32, .int8])
  func giveTheBitsOfThoseThatRunOneByOne(seed: UInt64, type: TensorType) throws {
    var chain = chain(seed, type)
    let model = try chain.builder.build(inputs: [chain.input], outputs: [chain.value])
    let data = chain.data()
    for cpu in InstructionSet.allCases where cpu.isAvailable {
      for numerics in [.reference, .xnnpack] as [Numerics] {
        var options = Interpreter.Options()
        options.cpu = cpu
        options.numerics = numerics
        options.threadCount = Int.random(in: 1...3, using: &chain.random)
        let interpreter = try Interpreter(model: model, options: options)
        try interpreter.allocateTensors()
        let plan = try interpreter.plan.operators
        let doers = plan.compactMap { if case .fused(let doer) = $0.fate { doer } else { nil } }
        #expect(doers.count == (cpu == .scalar ? 0 : chain.fusedCount), "seed \(seed), \(cpu)")
        // Also where what is fused into one has others fused into it.
        #expect(doers.allSatisfy { plan[$0].fate == .runs }, "seed \(seed), \(cpu)")
        try interpreter.copy(data, toInputAt: 0)
        let (fused, oneByOne) = try interpreter.invokeFusedAndOneByOne()
        #expect(oneByOne[0].data == fused[0].data, "seed \(seed), \(cpu), \(numerics)")
      }
    }
  }

  /// A depthwise convolution and one of single pixels, where threads get as many rows of the one as of the other.
  @Test(arguments: 0..<30, [TensorType.float32, .int8])
  func depthwiseConvolutionsAreFusedIntoThoseBehindThem(seed: UInt64, type: TensorType) throws {
    var random = SeededGenerator(seed: seed)
    let sides: ClosedRange<Int32> = Bool.random(using: &random) ? 36...60 : 2...20
    var chain = Chain(random, type, sides: sides, channels: 1...40)
    let shortcut = chain.value
    chain.convolveDepthwise(stride: .random(in: 1...2, using: &chain.random), [3, 5].randomElement(using: &random)!)
    let (height, width) = (Int(chain.shape[1]), Int(chain.shape[2]))
    chain.convolvePixels(channels: .random(in: 1...40, using: &chain.random))
    if chain.random.next().isMultiple(of: 2) {
      chain.add(.leakyRelu, LeakyReluOptions { $0.alpha = 0.3 }, [chain.value])
    } else if chain.shape == chain.inputShape {
      chain.add(.add, AddOptions(), [shortcut, chain.value])
    }
    let model = try chain.builder.build(inputs: [chain.input], outputs: [chain.value])
    let data = chain.data()
    for cpu in InstructionSet.allCases where cpu.isAvailable && cpu != .scalar {
      for threads in 1...4 {
        var options = Interpreter.Options()
        (options.cpu, options.threadCount) = (cpu, threads)
        let interpreter = try Interpreter(model: model, options: options)
        try interpreter.allocateTensors()
        let isFused =
          threads == 1
          || height / ((15 + width) / width) >= threads && (height.isMultiple(of: threads) || height / threads >= 4)
        let fate = try interpreter.plan.operators[0].fate
        #expect(fate == (isFused ? .fused(into: 1) : .runs), "seed \(seed), \(threads) threads")
        try interpreter.copy(data, toInputAt: 0)
        let (fused, oneByOne) = try interpreter.invokeFusedAndOneByOne()
        #expect(oneByOne[0].data == fused[0].data, "seed \(seed), \(cpu), \(threads) threads")
      }
    }
  }

  /// A shortcut that is computed after the convolution must be waited for.
  @Test func operandsThatComeLaterAreWaitedFor() throws {
    var chain = Chain(SeededGenerator(seed: 1), .float32)
    let channels = chain.inputShape[3]
    chain.convolve(channels: channels)
    let early = chain.value
    chain.add(.abs, nil, [chain.input])
    chain.add(.add, AddOptions(), [early, chain.value])
    let model = try chain.builder.build(inputs: [chain.input], outputs: [chain.value])
    let interpreter = try Interpreter(model: model)
    try interpreter.allocateTensors()
    let fates = try interpreter.plan.operators.map(\.fate)
    #expect(fates == [.runs, .runs, .runs])
  }

  /// A result that the caller, or another operator, reads as well is not replaced.
  @Test func resultsThatOthersReadAreKept() throws {
    var chain = Chain(SeededGenerator(seed: 2), .float32)
    chain.convolve(channels: 5)
    let result = chain.value
    chain.add(.tanh, nil, [result])
    let model = try chain.builder.build(inputs: [chain.input], outputs: [result, chain.value])
    let interpreter = try Interpreter(model: model)
    try interpreter.allocateTensors()
    #expect(try interpreter.plan.operators.map(\.fate) == [.runs, .runs])
  }
}
