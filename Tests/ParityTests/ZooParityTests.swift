import Foundation
import TFLiteSchema
import Testing

/// Every operator of every vision model of the zoo that the C library runs gives the same bits here.
@Suite(
  .enabled(if: Oracle.isSupported, "the TFLite C library is published for Linux on x86-64 only"),
  .enabled(if: TestEnvironment.hasZoo, "there is no zoo; TFLITE_ZOO names its folder"))
struct ZooParityTests {
  /// Detectors, classifiers, labelers and segmenters whose catalogue entry has the C library as its oracle.
  static let models: [String] = {
    guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(TestEnvironment.zooFile("catalogue.json")))
    else { return [] }
    let families = ["det_", "cls_", "lab_", "seg_"]
    return entries.filter { entry in
      ["c", "c-static"].contains(entry.oracle) && families.contains { entry.file.hasPrefix($0) }
    }.map(\.file).filter { !LayerParityTests.models.contains($0) }
  }()

  private struct Entry: Decodable {
    let file: String
    let oracle: String?
  }

  @Test(arguments: models) func wholeModel(path: String) throws {
    let comparison = try LayerComparison(
      name: URL(filePath: path).lastPathComponent, model: TestEnvironment.zooFile("models/" + path))
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
  }

  @Test func theCatalogueNamesThem() {
    #expect(Self.models.count >= 40)
  }
}

extension Photographs {
  /// A photograph as an input stores it; nil for inputs that take no pictures.
  static func input(_ name: String, for tensor: TensorInfo) throws -> [UInt8]? {
    let shape = tensor.shape.map { Int($0) }
    guard shape.count == 4, shape[0] == 1 else { return nil }
    let isPlanar = shape[1] == 3
    guard isPlanar || shape[3] == 3 else { return nil }
    let (height, width) = isPlanar ? (shape[2], shape[3]) : (shape[1], shape[2])
    let pixels = try input(name, width: width, height: height)
    let ordered =
      isPlanar
      ? (0..<3).flatMap { channel in stride(from: channel, to: pixels.count, by: 3).map { pixels[$0] } } : pixels
    switch tensor.type {
    case .uint8: return ordered
    case .int8: return ordered.map { $0 ^ 0x80 }
    case .float32: return ordered.flatMap { littleEndianBytes(Float($0) / 127.5 - 1) }
    default: return nil
    }
  }
}

extension SplitMix64 {
  /// Values over the whole range of integer types, and from -1 to 1 for float32.
  mutating func bytes(of tensor: TensorInfo) -> [UInt8] {
    switch tensor.type {
    case .float32: (0..<(tensor.elementCount ?? 0)).flatMap { _ in littleEndianBytes(uniform(-1...1)) }
    default: (0..<(tensor.byteCount ?? 0)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
  }
}
