import LiteRTReference
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// Convolutions of real models, each alone, give the same bits here and in the TFLite C library's default mode, which
/// hands them to XNNPACK.
@Suite(
  .enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"),
  .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct XNNPACKLayerTests {
  private static let operators: Set<BuiltinOperator> = [.conv2D, .depthwiseConv2D, .fullyConnected]

  @Test(arguments: SameBitsTests.models.filter { !$0.contains("blazeface") })
  func convolutions(path: String) throws {
    let model = try Model(ByteSlice(TestEnvironment.zooFile("models/" + path))).removingShapeSignatures()
    let graph = model.subgraphs[0]
    let reference = LiteRTEngine(library: try Oracle.shared(), kernelMode: .xnnpack)
    var random = SplitMix64(seed: TestEnvironment.seed, stream: path)
    var compared = 0
    for (step, stored) in graph.operators.enumerated()
    where Self.operators.contains(model.operatorCode(of: stored).builtinCode) && stored.inputs.count == 3 {
      let input = graph.tensors[Int(stored.inputs[0])]
      guard input.type == .uint8 || input.type == .int8 else { continue }
      let alone = try model.extracting(operators: step..<step + 1).serialized()
      let feeds = [random.bytes(of: input)]
      guard case .ran(let expected) = reference.run(model: alone, feeds: feeds),
        case .ran(let found) = InterpreterEngine(numerics: .xnnpack(on: .x86_64)).run(model: alone, feeds: feeds)
      else {
        Issue.record("\(path): operator \(step) does not run")
        continue
      }
      let differing = zip(expected[0].bytes, found[0].bytes).count { $0 != $1 }
      #expect(expected[0].shape == found[0].shape && differing == 0, "\(path): operator \(step): \(differing) differ")
      compared += 1
    }
    print("XNNPACK layer parity \(path): \(compared) operators")
    #expect(compared > 5)
  }
}
