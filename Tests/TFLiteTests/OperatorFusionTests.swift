import Foundation
import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

@testable import TFLite

/// Fused operators give the bits of those that run one by one, as they do for an observer.
@Suite struct OperatorFusionTests {
  /// CONV_2D and DEPTHWISE_CONV_2D, each between a PAD and a LEAKY_RELU, then RESHAPE of both and CONCATENATION.
  private func model(_ random: inout SeededGenerator) throws -> (model: Model, byteCount: Int) {
    let type: TensorType = Bool.random(using: &random) ? .uint8 : .int8
    let zeroPoint = Int64(
      type == .uint8 ? Int.random(in: 0...255, using: &random) : .random(in: -128...127, using: &random))
    func size(_ range: ClosedRange<Int>) -> Int32 { Int32(Int.random(in: range, using: &random)) }
    // Now and then results of several times what is looked up at once.
    let sides = Int.random(in: 0..<6, using: &random) == 0 ? 30...60 : 4...9
    let (height, width, channels) = (size(sides), size(sides), size(1...20))
    let paddings = (0..<4).map { _ in size(0...2) }
    let kernel = (height: size(1...4), width: size(2...4))
    let padded = [1, height + paddings[0] + paddings[1], width + paddings[2] + paddings[3], channels]
    func bytes(_ count: Int32) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } }

    var builder = ModelBuilder()
    let input = builder.tensor(type, [1, height, width, channels], scale: 0.5, zeroPoint: zeroPoint)
    var flat: [Int32] = []
    for code in [OperatorCode(.conv2D), OperatorCode(.depthwiseConv2D)] {
      let border = builder.tensor(
        .int32, [4, 2], constant: TFLiteTests.bytes([0, 0] + paddings + [0, 0]))
      let image = builder.tensor(type, padded, scale: 0.5, zeroPoint: zeroPoint)
      builder.add(OperatorCode(.pad), PadOptions(), inputs: [input, border], outputs: [image])
      let isDepthwise = code.builtinCode == .depthwiseConv2D
      let shape =
        isDepthwise ? [1, kernel.height, kernel.width, channels] : [channels, kernel.height, kernel.width, channels]
      let weights = builder.tensor(
        type, shape, scale: 0.25, zeroPoint: type == .uint8 ? 100 : 0, constant: bytes(shape.reduce(1, *)))
      let result = builder.tensor(type, [], scale: 8, zeroPoint: 3)
      let padding: Padding = Bool.random(using: &random) ? .valid : .same
      let (strideH, strideW) = (size(1...2), size(1...2))
      if isDepthwise {
        builder.add(
          code,
          DepthwiseConv2DOptions {
            ($0.padding, $0.strideH, $0.strideW, $0.depthMultiplier) = (padding, strideH, strideW, 1)
            ($0.dilationHFactor, $0.dilationWFactor) = (1, 1)
          }, inputs: [image, weights], outputs: [result])
      } else {
        builder.add(
          code,
          Conv2DOptions {
            ($0.padding, $0.strideH, $0.strideW) = (padding, strideH, strideW)
            ($0.dilationHFactor, $0.dilationWFactor) = (1, 1)
          }, inputs: [image, weights], outputs: [result])
      }
      let activated = builder.tensor(type, [], scale: 8, zeroPoint: 3)
      builder.add(
        OperatorCode(.leakyRelu), LeakyReluOptions { $0.alpha = 0.3 }, inputs: [result], outputs: [activated])
      let vector = builder.tensor(type, [], scale: 8, zeroPoint: 3)
      builder.add(
        OperatorCode(.reshape), ReshapeOptions { $0.newShape = [1, -1] }, inputs: [activated], outputs: [vector])
      flat.append(vector)
    }
    let output = builder.tensor(type, [], scale: 8, zeroPoint: 3)
    builder.add(OperatorCode(.concatenation), ConcatenationOptions { $0.axis = 1 }, inputs: flat, outputs: [output])
    return (try builder.build(inputs: [input], outputs: [output]), Int(height * width * channels))
  }

  @Test(arguments: 0..<60)
  func giveTheBitsOfThoseThatRunOneByOne(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (model, byteCount) = try model(&random)
    let data = Data((0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &random) })
    for cpu in InstructionSet.allCases where cpu.isAvailable {
      var options = Interpreter.Options()
      (options.cpu, options.threadCount) = (cpu, Int.random(in: 1...3, using: &random))
      let interpreter = try Interpreter(model: model, options: options)
      try interpreter.allocateTensors()
      try interpreter.copy(data, toInputAt: 0)
      let (fused, oneByOne) = try interpreter.invokeFusedAndOneByOne()
      #expect(oneByOne[0].data == fused[0].data, "seed \(seed), \(cpu)")
    }
  }

  @Test func paddingsAndTablesAreFusedAndCopiesOmitted() throws {
    var paddings = 0
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let model = try model(&random).model
      let graph = model.subgraphs[0]
      let library = SubgraphLibrary(model: model, registry: .standard, options: .init())
      let nodes = try library.nodes(ofSubgraph: 0)
      func execution(isObservable: Bool) throws -> Execution {
        try Execution(
          model: model, subgraph: 0, nodes: nodes, inputShapes: [graph.tensors[0].shape.map(Int.init)],
          options: .init(), work: library.work, kept: library.kept, stop: library.stop, isObservable: isObservable,
          strings: library.resources.strings)
      }
      #expect(try execution(isObservable: true).steps.allSatisfy(\.isRun))
      let fused = try execution(isObservable: false)
      paddings += fused.steps.count { !$0.isRun && $0.node.code.builtinCode == .pad }
      #expect(fused.steps.count { !$0.isRun && $0.node.code.builtinCode == .leakyRelu } == 2)
      // Both results lie in the output, one behind the other.
      let vectors = graph.operators[8].inputs.map(Int.init)
      let address = try #require(fused.bytes(of: Int(graph.outputs[0]))?.baseAddress)
      #expect(fused.bytes(of: vectors[0])?.baseAddress == address)
      #expect(
        fused.bytes(of: vectors[1])?.baseAddress == address + fused.descriptor(of: vectors[0]).elementCount)
    }
    #expect(paddings > 10)
  }

  /// CONV_2D, DEPTHWISE_CONV_2D, ADD and MUL of float32, each before a RELU of some kind.
  private func floatModel(_ random: inout SeededGenerator) throws -> (model: Model, count: Int) {
    func size(_ range: ClosedRange<Int>) -> Int32 { Int32(Int.random(in: range, using: &random)) }
    let shape = [1, size(3...9), size(3...9), size(1...20)]
    let channels = shape[3]
    func floats(_ count: Int32) -> [UInt8] {
      (0..<count).map { _ in Float.random(in: -2...2, using: &random) }.withUnsafeBytes { Array($0) }
    }
    let clamps: [BuiltinOperator] = [.relu, .relu6, .reluN1To1]
    var builder = ModelBuilder()
    let input = builder.tensor(.float32, shape)
    var value = input
    func add(_ code: BuiltinOperator, _ options: any OperatorOptions, _ inputs: [Int32]) {
      let result = builder.tensor(.float32, [])
      builder.add(OperatorCode(code), options, inputs: inputs, outputs: [result])
      value = builder.tensor(.float32, [])
      builder.add(OperatorCode(clamps.randomElement(using: &random)!), inputs: [result], outputs: [value])
    }
    func pad() {
      let border = builder.tensor(
        .int32, [4, 2], constant: TFLiteTests.bytes([0, 0] + (0..<4).map { _ in size(0...2) } + [0, 0]))
      let image = builder.tensor(.float32, [])
      builder.add(OperatorCode(.pad), PadOptions(), inputs: [value, border], outputs: [image])
      value = image
    }
    let filter = builder.tensor(.float32, [channels, 3, 3, channels], constant: floats(9 * channels * channels))
    let taps = builder.tensor(.float32, [1, 3, 3, channels], constant: floats(9 * channels))
    pad()
    add(
      .conv2D,
      Conv2DOptions {
        ($0.padding, $0.strideH, $0.strideW, $0.dilationHFactor, $0.dilationWFactor) = (.same, 1, 1, 1, 1)
      }, [value, filter])
    pad()
    add(
      .depthwiseConv2D,
      DepthwiseConv2DOptions {
        ($0.padding, $0.strideH, $0.strideW, $0.depthMultiplier) = (.same, 1, 1, 1)
        ($0.dilationHFactor, $0.dilationWFactor) = (1, 1)
      }, [value, taps])
    add(.add, AddOptions(), [value, builder.tensor(.float32, [channels], constant: floats(channels))])
    add(.mul, MulOptions(), [value, builder.tensor(.float32, [channels], constant: floats(channels))])
    return (try builder.build(inputs: [input], outputs: [value]), Int(shape.reduce(1, *)))
  }

  @Test(arguments: 0..<40, [Numerics.reference, .xnnpack])
  func clampsOfFloatsAreFused(seed: UInt64, numerics: Numerics) throws {
    var random = SeededGenerator(seed: seed)
    let (model, count) = try floatModel(&random)
    let specials: [Float] = [.infinity, -.infinity, -0.0, 1e38, -3e38, 1e-40]
    let values = (0..<count).map { _ in
      Int.random(in: 0..<50, using: &random) == 0
        ? specials.randomElement(using: &random)! : Float.random(in: -3...3, using: &random)
    }
    for cpu in InstructionSet.allCases where cpu.isAvailable {
      var options = Interpreter.Options()
      (options.cpu, options.threadCount) = (cpu, Int.random(in: 1...3, using: &random))
      options.numerics = numerics
      let interpreter = try Interpreter(model: model, options: options)
      try interpreter.allocateTensors()
      let plan = try interpreter.plan.operators
      let doers = plan.map { if case .fused(let doer) = $0.fate { doer } else { $0.index } }
      // A clamp goes with the operator in front of it, into another one where that is fused itself.
      let goWithFormer = plan.map {
        $0.fate == .fused(into: $0.index - 1)
          || $0.name.hasPrefix("RELU") && doers[$0.index] == doers[$0.index - 1]
      }
      #expect(
        goWithFormer == [false, false, true, false, false, true, false, true, false, true], "seed \(seed), \(cpu)")
      try interpreter.copy(values.withUnsafeBytes { Data($0) }, toInputAt: 0)
      let (fused, oneByOne) = try interpreter.invokeFusedAndOneByOne()
      for (one, other) in try zip(fused[0].floats(), oneByOne[0].floats()) {
        #expect(one.bitPattern == other.bitPattern || one.isNaN && other.isNaN, "seed \(seed), \(cpu)")
      }
    }
  }

  /// Where an activation function has no bound, the reference has the largest finite number for one, XNNPACK none.
  @Test(arguments: [(Numerics.reference, Float.greatestFiniteMagnitude), (.xnnpack, .infinity)])
  func sumsThatAreTooLarge(numerics: Numerics, expected: Float) throws {
    var builder = ModelBuilder()
    let ones = [Int32](repeating: 1, count: 4)
    let (input, result) = (builder.tensor(.float32, [1, 1, 1, 2]), builder.tensor(.float32, []))
    let filter = builder.tensor(.float32, [1, 1, 1, 2], constant: TFLiteTests.bytes([3e38, 3e38] as [Float]))
    builder.add(
      OperatorCode(.conv2D),
      Conv2DOptions {
        ($0.padding, $0.strideH, $0.strideW, $0.dilationHFactor, $0.dilationWFactor) = (.valid, 1, 1, 1, 1)
      }, inputs: [input, filter], outputs: [result])
    let taps = builder.tensor(.float32, ones, constant: TFLiteTests.bytes([1] as [Float]))
    let output = builder.tensor(.float32, [])
    builder.add(
      OperatorCode(.depthwiseConv2D),
      DepthwiseConv2DOptions {
        ($0.padding, $0.strideH, $0.strideW, $0.depthMultiplier) = (.valid, 1, 1, 1)
        ($0.dilationHFactor, $0.dilationWFactor) = (1, 1)
      }, inputs: [result, taps], outputs: [output])
    let model = try builder.build(inputs: [input], outputs: [result, output])
    for cpu in InstructionSet.allCases where cpu.isAvailable {
      var options = Interpreter.Options()
      (options.cpu, options.numerics) = (cpu, numerics)
      let interpreter = try Interpreter(model: model, options: options)
      try interpreter.allocateTensors()
      try interpreter.copy(Data(TFLiteTests.bytes([1, 1] as [Float])), toInputAt: 0)
      try interpreter.invoke()
      #expect(try interpreter.output(at: 0).floats() == [expected], "\(cpu)")
      #expect(try interpreter.output(at: 1).floats() == [expected], "\(cpu)")
    }
  }
}
