import Foundation
import TFLiteSchema
import TestModels
import Testing

/// Every operator of every vision model of the zoo that the C library runs gives the same bits here.
@Suite(
  .enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"),
  .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct ZooParityTests {
  /// Detectors, classifiers, labelers and segmenters whose catalogue entry has the C library as its oracle.
  static let models = models(oracles: ["c", "c-static"]).filter { !LayerParityTests.models.contains($0) }

  /// Those with state tensors, which only the Python interpreter runs, and two small models that have some, too.
  static let statefulModels = models(oracles: ["python"]) + ["tiny_ops/trained_lstm_int8.tflite", "tiny_ops/sub.bin"]

  private static func models(oracles: Set<String>) -> [String] {
    let families = ["det_", "cls_", "lab_", "seg_"]
    return Zoo.entries.filter { entry in
      oracles.contains(entry.oracle) && families.contains { entry.file.hasPrefix($0) }
    }.map(\.file)
  }

  @Test(arguments: models) func wholeModel(path: String) throws {
    #expect(try ZooComparison.counts(of: path)?.differing == 0)
  }

  static func compare(path: String) throws -> LayerComparison {
    let comparison = try LayerComparison(name: path, model: TestEnvironment.zooFile("models/" + path))
    for seed in 1...2 {
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "\(path) \(seed)")
      let noise = comparison.inputs.map { random.bytes(of: $0) }
      try comparison.run(noise, label: "noise \(seed)")
      // The first input is the picture; others hold states or sizes.
      guard seed == 1, let photograph = try Photographs.input(Photographs.names[0], for: comparison.inputs[0]) else {
        continue
      }
      try comparison.run([photograph] + noise.dropFirst(), label: Photographs.names[0])
    }
    return comparison
  }

  @Test func theCatalogueNamesThem() {
    #expect(Self.models.count >= 40)
    #expect(Self.statefulModels.first == "cls_other/keras_lstm_mnist_ptq.tflite")
  }

  @Test(arguments: statefulModels) func wholeModelWithState(path: String) throws {
    #expect(try ZooComparison.counts(of: path)?.differing == 0)
  }

  /// Five runs each on a picture and on noise; what one leaves behind counts in the next.
  static func compareWithState(path: String) throws -> LayerComparison {
    let comparison = try LayerComparison(
      name: path, model: TestEnvironment.zooFile("models/" + path), oracle: .python)
    let picture = "coral/mnist_nine.bmp"
    if let digit = try Photographs.input(picture, for: comparison.inputs[0]) {
      try comparison.run(series: Array(repeating: [digit], count: 5), label: picture)
    }
    var random = SplitMix64(seed: TestEnvironment.seed, stream: path)
    let noise = (1...5).map { _ in comparison.inputs.map { random.bytes(of: $0) } }
    try comparison.run(series: noise, label: "noise")
    return comparison
  }

  /// Where both programs run a model they agree, so that the Python interpreter may stand in for the C library.
  @Test func pythonInterpreterAgreesWithTheCLibrary() throws {
    let bytes = try TestEnvironment.zooFile("models/cls_other/lenet.tflite")
    for oracle in [LayerComparison.Reference.cLibrary, .python] {
      let comparison = try LayerComparison(name: "cls_other/lenet.tflite", model: bytes, oracle: oracle)
      var random = SplitMix64(seed: TestEnvironment.seed, stream: "agreement")
      try comparison.run(comparison.inputs.map { random.bytes(of: $0) }, label: "noise of the agreement")
    }
  }

  /// The detector that remembers what it saw: its outputs 4 and 5 are its inputs 1 and 2 for the next frame.
  ///
  /// On these frames the state stays 0; the noise that ``compare(path:)`` feeds has others.
  @Test func stateFedBack() throws {
    let comparison = try LayerComparison(
      name: "det_automl/traffic_model.tflite",
      model: TestEnvironment.zooFile("models/det_automl/traffic_model.tflite"))
    var states = comparison.inputByteCounts.dropFirst().map { [UInt8](repeating: 0, count: $0) }
    for frame in 1...3 {
      let picture = "coral_traffic/000\(frame).bmp"
      let pixels = try Photographs.input(picture, width: 256, height: 256)
      let outputs = try comparison.run([pixels] + states, label: "\(picture), state fed back")
      states = outputs[4...5].map(\.bytes)
    }
  }
}

extension Photographs {
  /// A photograph as an input stores it; nil for inputs that take no pictures.
  static func input(_ name: String, for tensor: TensorInfo) throws -> [UInt8]? {
    let shape = tensor.shape.map { Int($0) }
    guard shape.count == 4 || shape.count == 3, shape[0] == 1 else { return nil }
    let isPlanar = shape.count == 4 && shape[1] == 3
    let (height, width) = isPlanar ? (shape[2], shape[3]) : (shape[1], shape[2])
    let channels = isPlanar ? 3 : shape.count == 3 ? 1 : shape[3]
    // Small planes are sounds, or layers of another network.
    guard channels == 3 || channels == 1 && min(width, height) >= 28 else { return nil }
    let pixels = try input(name, width: width, height: height)
    func plane(_ channel: Int) -> [UInt8] { stride(from: channel, to: pixels.count, by: 3).map { pixels[$0] } }
    let ordered = channels == 1 ? plane(1) : isPlanar ? (0..<3).flatMap(plane) : pixels
    switch tensor.type {
    case .uint8: return ordered
    case .int8: return ordered.map { $0 ^ 0x80 }
    case .float32: return ordered.flatMap { littleEndianBytes(Float($0) / 127.5 - 1) }
    default: return nil
    }
  }
}

extension SplitMix64 {
  /// Values over the whole range of integer types, from -1 to 1 for float32, and short words of strings.
  mutating func bytes(of tensor: TensorInfo) -> [UInt8] {
    switch tensor.type {
    case .float32: (0..<(tensor.elementCount ?? 0)).flatMap { _ in littleEndianBytes(uniform(-1...1)) }
    case .string:
      StringBuffer.bytes(of: (0..<(tensor.elementCount ?? 0)).map { _ in Array("\(next() % 1000)".utf8) })
    default: (0..<(tensor.byteCount ?? 0)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
  }
}
