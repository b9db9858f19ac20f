import Foundation
import TestModels
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// LiteRT's own model of unpooling, which no program runs that can be asked.
@Suite(.enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct UnpoolingZooTests {
  @Test func valuesGoWhereTheirPlacesLead() throws {
    let model = try TestEnvironment.zooFile("models/tiny_ops/max_unpooling_2d_valid.tflite")
    let values = (1...32).flatMap { littleEndianBytes(Float($0)) }
    var random = SplitMix64(seed: TestEnvironment.seed)
    let places = (0..<32).flatMap { _ in littleEndianBytes(Int32(random.int(0...87))) }
    guard case .ran(let found) = InterpreterEngine().run(model: model, feeds: [values, places]),
      case .ran(let expected) = CustomFormulas().run(model: model, feeds: [values, places])
    else {
      Issue.record("it does not run")
      return
    }
    #expect(found == expected)
    #expect(found[0].shape == [2, 4, 11, 2])
  }
}

/// Custom operators of MediaPipe beside MediaPipe's own kernels, and its models from the first operator to the last.
@Suite(
  .enabled(
    if: LongTests.areIncluded && MediaPipeOracle.shared != nil,
    "long, or MEDIAPIPE_PYTHON names no Python with MediaPipe"))
struct MediaPipeParityTests {
  @Test(arguments: ParityRow.mediaPipe.filter { $0.reference == .mediaPipe })
  func equalsMediaPipe(row: ParityRow) throws {
    row.expectSameBits(
      reference: MediaPipeEngine(oracle: try #require(MediaPipeOracle.shared)), ours: InterpreterEngine(),
      title: "MediaPipe ")
  }

  /// Models that come with MediaPipe. It runs all but its own operators in kernels that are not the reference's, so that
  /// results are alike, not the same.
  @Test(arguments: [
    "selfie_segmentation/selfie_segmentation", "selfie_segmentation/selfie_segmentation_landscape",
    "face_landmark/face_landmark_with_attention",
  ])
  func wholeModel(_ name: String) throws {
    let path = try #require(MediaPipeOracle.model(name))
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let model = try Model(ByteSlice(bytes))
    var random = SplitMix64(seed: TestEnvironment.seed, stream: name)
    let feeds = model.subgraphs[0].inputs.map { index in
      let count = model.subgraphs[0].tensors[Int(index)].shape.reduce(1) { $0 * Int($1) }
      return (0..<count).flatMap { _ in littleEndianBytes(random.uniform(0...1)) }
    }
    let oracle = MediaPipeEngine(oracle: try #require(MediaPipeOracle.shared))
    let reference = oracle.run(model: bytes, feeds: feeds)
    guard case .ran(let expected) = reference,
      case .ran(let found) = InterpreterEngine().run(model: bytes, feeds: feeds)
    else {
      Issue.record("\(name) does not run: \(reference)")
      return
    }
    #expect(found.map(\.shape) == expected.map(\.shape))
    for (output, pair) in zip(expected, found).enumerated() {
      let largest = pair.0.floats.map(abs).max() ?? 0
      let difference = zip(pair.0.floats, pair.1.floats).map { abs($0 - $1) }.max() ?? .infinity
      let count = pair.0.floats.count
      print("MediaPipe \(name), output \(output): \(count) elements, at most \(difference) of \(largest) off")
      #expect(difference <= 1e-3 * max(1, largest))
    }
  }
}
