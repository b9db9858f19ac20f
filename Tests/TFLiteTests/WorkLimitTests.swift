import Foundation
import TFLite
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import TestModels
import Testing

/// Work that is more than the options allow is refused before it is done.
@Suite struct WorkLimitTests {
  private func interpreter(_ model: Model, workLimit: Int?) throws -> Interpreter {
    var options = Interpreter.Options()
    options.workLimit = workLimit
    return try Interpreter(model: model, options: options)
  }

  private func message(_ body: () throws -> Void) throws -> String {
    try #require(#expect(throws: InterpreterError.self, performing: body)).description
  }

  /// Output 2 x 4, depth 6: 48 multiplications, and operands of 12, 24, 16 and 8 bytes.
  @Test func multiplicationsAndBytesCount() throws {
    let model = ModelSketch.fullyConnected().model
    let refused = try message { try interpreter(model, workLimit: 107).allocate() }
    #expect(
      refused.contains("operator 0 FULLY_CONNECTED: takes 108 steps of work, more than the work limit of 107"),
      "\(refused)")
    for limit in [nil, 108, .max] {
      let interpreter = try interpreter(model, workLimit: limit)
      try interpreter.allocate()
      for _ in 0..<3 { try interpreter.invoke() }
    }
  }

  /// The clock is looked at before each operator, watched or not; the interpreter can be used again.
  @Test(arguments: [false, true])
  func timeIsLimited(isWatched: Bool) throws {
    for (limit, isEnough) in [
      (nil, true), (.seconds(3600), true), (.seconds(Int64.max), true), (.zero, false), (.seconds(-1), false),
      (.seconds(Int64.min), false),
    ] as [(Duration?, Bool)] {
      var options = Interpreter.Options()
      options.timeLimit = limit
      let interpreter = try Interpreter(model: ModelSketch.fullyConnected().model, options: options)
      if isWatched { interpreter.observer = Interpreter.Observer { _ in .proceed } }
      try interpreter.allocate()
      for _ in 0..<2 {
        if isEnough {
          try interpreter.invoke()
        } else {
          let refused = try message { try interpreter.invoke() }
          #expect(
            refused.contains("operator 0 FULLY_CONNECTED: not begun, because the time limit of "), "\(refused)")
        }
      }
    }
  }

  @Test func operatorsAddUp() throws {
    var builder = ModelBuilder()
    let tensors = (0..<4).map { _ in builder.tensor(.float32, [1000]) }
    for (input, output) in zip(tensors, tensors.dropFirst()) {
      builder.add(OperatorCode(.abs), inputs: [input], outputs: [output])
    }
    let model = try builder.build(inputs: [tensors[0]], outputs: [tensors[3]])
    let refused = try message { try interpreter(model, workLimit: 20_000).allocate() }
    #expect(
      refused.contains("operator 2 ABS: takes 8000 steps of work, which makes 24000 with those before"), "\(refused)")
  }

  /// What runs once, when tensors are allocated, is counted before it runs.
  @Test func foldedOperatorsCount() throws {
    var builder = ModelBuilder()
    let shape = builder.constant([100_000_000])
    let value = builder.tensor(.int32, [], constant: bytes([Int32(7)]))
    let output = builder.tensor(.int32, [100_000_000])
    builder.add(OperatorCode(.fill), FillOptions(), inputs: [shape, value], outputs: [output])
    let model = try builder.build(inputs: [], outputs: [output])
    let refused = try message { try interpreter(model, workLimit: 1_000_000).allocate() }
    #expect(refused.contains("operator 0 FILL") && refused.contains("work limit of 1000000"), "\(refused)")
  }

  /// A reshape to what the second input says, and a sum, which are prepared in every run.
  @Test func operatorsThatARunPreparesCountInEveryRun() throws {
    func run(workLimit: Int) throws -> Tensor {
      let interpreter = try interpreter(ModelSketch.reshapeAtRunTime().model, workLimit: workLimit)
      try interpreter.allocate()
      try interpreter.copy(Data([UInt8]([3, 4] as [Int32])), toInputAt: 1)
      for _ in 0..<3 { try interpreter.invoke() }
      return try interpreter.output(at: 0)
    }
    // 12 bytes and a shape of 8 to 12 bytes; 12 and 12 to 12.
    #expect(try run(workLimit: 68).shape.dimensions == [3, 4])
    let refused = try message { _ = try run(workLimit: 67) }
    #expect(refused.contains("operator 1 ADD") && refused.contains("makes 68"), "\(refused)")
  }

  private func tensor(_ shape: [Int], _ type: TensorType = .int8) -> TensorDescriptor {
    TensorDescriptor(identity: TensorIdentity(index: 0, name: ""), type: type, shape: shape)
  }

  private func steps(
    _ code: BuiltinOperator, _ options: (any OperatorOptions)?, _ inputs: [TensorDescriptor], _ output: TensorDescriptor
  ) -> Int {
    OperatorWork.steps(OperatorCode(code), options, inputs: inputs, outputs: [output])
  }

  /// What operators do besides reading and writing each byte, whose number is the last term.
  @Test func workWithinOperatorsCounts() {
    #expect(
      steps(.lshProjection, nil, [tensor([3, 4], .float32), tensor([5, 7])], tensor([12], .int32))
        == 3 * 4 + 12 * (5 * 7 + 5 * 16) + 131)
    // Functions without bits are gone through all the same.
    let seeds = tensor([1 << 28, 0], .float32)
    #expect(steps(.lshProjection, nil, [seeds, tensor([4])], tensor([0], .int32)) == 1 << 30 + 4)
    #expect(steps(.softmax, nil, [tensor([3, 5])], tensor([3, 5])) == 32 * 15 + 30)
    let numbers = [tensor([6], .int32), tensor([6, 2], .int32), tensor([2], .int32), tensor([6], .float32)]
    #expect(
      steps(.embeddingLookupSparse, nil, numbers + [tensor([10, 4, 5], .float32)], tensor([3, 4, 5], .float32))
        == 6 * 20 + 1144)
    let window = StablehloReduceWindowOptions { $0.windowDimensions = [1000] }
    #expect(steps(.stablehloReduceWindow, window, [tensor([1]), tensor([])], tensor([3])) == 3 * 1000 + 5)
    #expect(steps(.sparseToDense, nil, [tensor([1000, 0], .int32), tensor([0], .int32)], tensor([])) == 1000 + 1)
    // A search among 1000 keys, or 7 boundaries.
    let table = [tensor([10], .int32), tensor([1000], .int32), tensor([1000])]
    #expect(steps(.hashtableLookup, nil, table, tensor([10])) == 10 * 10 + 5050)
    let boundaries = BucketizeOptions { $0.boundaries = [1, 2, 3, 4, 5, 6, 7] }
    #expect(steps(.bucketize, boundaries, [tensor([100], .float32)], tensor([100], .int32)) == 100 * 3 + 800)
    #expect(steps(.unique, nil, [tensor([10])], tensor([4])) == 10 * 64 + 14)
  }

  @Test func piecesCount() {
    let blocks = [tensor([2], .int32), tensor([2, 2], .int32)]
    let (image, grid) = (tensor([1, 8, 8, 1]), tensor([16, 2, 2, 1]))
    #expect(steps(.spaceToBatchND, nil, [image] + blocks, grid) == 16 * 1000 + 152)
    #expect(steps(.batchToSpaceND, nil, [grid] + blocks, image) == 16 * 1000 + 152)
    // An image of one element in a block of 16.
    #expect(steps(.spaceToBatchND, nil, [tensor([1, 1, 1, 1])] + blocks, tensor([16, 1, 1, 1])) == 1000 + 41)
    #expect(steps(.mirrorPad, nil, [tensor([1, 1]), tensor([2, 2], .int32)], tensor([3, 1])) == 3 * 1000 + 20)
  }

  @Test func timeStepsCount() {
    let inputs = [tensor([7, 2, 3], .float32), tensor([4, 3])]
    let output = tensor([7, 2, 4], .float32)
    for (isTimeMajor, passes) in [(false, 1), (true, 7)] {
      let options = BidirectionalSequenceRNNOptions { $0.timeMajor = isTimeMajor }
      #expect(steps(.bidirectionalSequenceRNN, options, inputs, output) == passes * 14 * 12 + 404)
    }
    let withoutCells = [tensor([2, 50, 1], .float32), tensor([0, 1], .float32)]
    #expect(steps(.unidirectionalSequenceRNN, nil, withoutCells, tensor([2, 50, 0], .float32)) == 100 + 400)
  }

  @Test func suppressionOfEachClassCounts() {
    func steps(_ changes: [String: FlexBufferValue]) -> Int {
      OperatorWork.steps(
        OperatorCode(custom: "TFLite_Detection_PostProcess"), nil,
        customOptions: ByteSlice(ModelSketch.detectionOptions(changes)),
        inputs: [tensor([1, 4, 4], .float32), tensor([1, 4, 3], .float32), tensor([4, 4], .float32)],
        outputs: [tensor([1, 4, 4], .float32)])
    }
    let once = steps([:])
    #expect(once == 12 + 4 * 16 + 240)
    #expect(steps(["use_regular_nms": .bool(true)]) == once + 12 * 4)
    #expect(steps(["use_regular_nms": .bool(true), "detections_per_class": .int(2)]) == once + 12 * 2)
    #expect(steps(["use_regular_nms": .bool(true), "max_detections": .int(1)]) == once + 12 * 1)
  }

  /// Whoever asks for more than can be counted is refused as well.
  @Test func sumsDoNotOverflow() {
    #expect(OperatorWork.sum(.max, 1) == .max)
    let window = Pool2DOptions {
      $0.filterHeight = .max
      $0.filterWidth = .max
    }
    let pool = TensorDescriptor(
      identity: TensorIdentity(index: 0, name: ""), type: .float32, shape: [1 << 20, 1 << 20, 1 << 20])
    #expect(OperatorWork.steps(OperatorCode(.maxPool2D), window, inputs: [pool], outputs: [pool]) == .max)
  }
}
