import LiteRTPythonReference
import LiteRTReference
import TFLite
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

/// What `.xnnpack(on: .arm64)` computes on this processor is what the TFLite C library for arm64 computes in its default
/// mode on an emulated one: operator by operator and type by type, and in whole models.
@Suite(.enabled(if: EmulatedLibrary.command != nil, "\(EmulatedLibrary.absence)"))
struct ARM64ParityTests {
  @Test(arguments: ParityRow.weightedOnARM64 + ParityRow.elementwiseOnXNNPACK + ParityRow.ofOtherKernelsOnARM64)
  func equalsTheDefaultRuntime(row: ParityRow) {
    row.expectSameBits(
      reference: OracleEngine(oracle: EmulatedLibrary.start()), ours: InterpreterEngine(numerics: .xnnpack(on: .arm64)),
      title: "arm64 XNNPACK ")
  }

  /// Detectors and labelers of 8 bits, every operator's results exposed. Sums of floats are added in another order there.
  @Test(
    .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"),
    arguments: EmulatedLibrary.models)
  func wholeModels(path: String) throws {
    let model = try Model(ByteSlice(TestEnvironment.zooFile("models/" + path))).removingShapeSignatures()
    let exposing = model.exposingIntermediates()
    let graph = exposing.subgraphs[0]
    var random = SplitMix64(seed: TestEnvironment.seed, stream: path)
    let feeds = try graph.inputs.map { index in
      let tensor = graph.tensors[Int(index)]
      return try Photographs.input("pinto/dog.jpg", for: tensor) ?? random.bytes(of: tensor)
    }
    let expected = try values(exposing, OracleEngine(oracle: EmulatedLibrary.start()), feeds)
    let found = try values(exposing, Self.ours, feeds)

    var (elements, different, blamed) = (0, 0, Set<String>())
    for (position, step) in graph.operators.enumerated() {
      for tensor in step.outputs.map({ Int($0) }) {
        guard let reference = expected[tensor], !Self.isReal(graph.tensors[tensor].type) else { continue }
        elements += reference.bytes.count
        guard reference != found[tensor] else { continue }
        different += zip(reference.bytes, found[tensor]?.bytes ?? []).count { $0 != $1 }
        if try !isRight(model, position, tensor, expected, feeds) { blamed.insert(model.operatorCode(of: step).name) }
      }
    }
    print("parity arm64 XNNPACK \(path): \(elements) bytes of integers, \(different) differing")
    #expect(different == 0, "\(path), because of \(blamed.sorted().joined(separator: ", "))")
  }

  /// Whether an operator that is fed what the library has computed before it gives what the library gives.
  private func isRight(
    _ model: Model, _ position: Int, _ tensor: Int, _ expected: [Int: EngineOutput], _ feeds: [[UInt8]]
  ) throws -> Bool {
    let graph = model.subgraphs[0]
    let alone = try model.extracting(operators: position..<position + 1)
    // Its tensors have other numbers.
    func original(_ index: Int32) -> Int? {
      graph.tensors.firstIndex { $0.name == alone.subgraphs[0].tensors[Int(index)].name }
    }
    let inputs = try alone.subgraphs[0].inputs.map { index in
      let index = try #require(original(index))
      let fed = graph.inputs.firstIndex { Int($0) == index }.map { feeds[$0] }
      return try #require(expected[index]?.bytes ?? fed)
    }
    let results = try values(alone, Self.ours, inputs)
    let output = try #require(alone.subgraphs[0].outputs.first { original($0) == tensor })
    return results[Int(output)] == expected[tensor]
  }

  private static let ours = InterpreterEngine(numerics: .xnnpack(on: .arm64))

  private static func isReal(_ type: TensorType) -> Bool { [.float32, .float16, .float64].contains(type) }

  /// What an engine computes for each output of a model, by the tensor's index.
  private func values(_ model: Model, _ engine: any Engine, _ feeds: [[UInt8]]) throws -> [Int: EngineOutput] {
    let indices = model.subgraphs[0].outputs.map { Int($0) }
    switch engine.run(model: try model.serialized(), feeds: feeds) {
    case .ran(let outputs): return Dictionary(zip(indices, outputs)) { first, _ in first }
    case .refused(let reason): throw OracleProcessError.refused(reason: reason)
    }
  }
}

extension ParityRow {
  /// Operators with weights. XNNPACK for arm64 adds two products of int8 in 16 bits, which overflow where both are -128 times
  /// -128: in DEPTHWISE_CONV_2D, which gets many of them here, and without products of bytes in all. TFLite's specification
  /// of quantized models has weights from -127 on.
  fileprivate static let weightedOnARM64 = onXNNPACK.map { row in
    ParityRow(row.operatorName, row.typeName, allowsOutdatedShapes: false) { random in
      var made = row.makeCase(&random)
      guard let weights = made.inputs[1], weights.type == .int8 else { return made }
      guard row.operatorName == "DEPTHWISE_CONV_2D" else {
        made.inputs[1]?.bytes = weights.bytes.map { $0 == 0x80 ? 0x81 : $0 }
        return made
      }
      if random.chance(0.25) {
        for input in 0..<2 {
          let bytes = made.inputs[input]?.bytes ?? []
          made.inputs[input]?.bytes = bytes.map { random.chance(0.3) ? 0x80 : $0 }
        }
      }
      return made
    }
  }

  /// What XNNPACK does not take, and TFLite computes on arm64 as it is written down here.
  fileprivate static let ofOtherKernelsOnARM64 = all.filter { row in
    row.operatorName == "SOFTMAX" && ["uint8", "int8", "uint8 to int16", "int8 to int16"].contains(row.typeName)
  }
}
