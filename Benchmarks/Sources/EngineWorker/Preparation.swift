import Foundation
import TFLiteSchema

/// What the engines need to run one model alike: the model itself, a part of it that all of them can run, and inputs.
struct Preparation {
  private let model: Model

  init(modelPath: String) throws {
    var model = try Model(contentsOfFile: modelPath)
    // A -1 in a signature makes a shape dynamic for the peers, which then refuse the model or run it slower.
    for tensor in model.subgraphs[0].tensors.indices { model.subgraphs[0].tensors[tensor].shapeSignature = [] }
    self.model = model
  }

  /// Writes `model.tflite`, `common.tflite` (without a TFLite_Detection_PostProcess at the end), and
  /// `NAME.raw` for each input: seeded random bytes, or floats from -1 to 1.
  func write(to folder: String) throws {
    let folder = URL(filePath: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(model.serialized()).write(to: folder.appending(path: "model.tflite"))
    try Data(withoutPostProcessing().serialized()).write(to: folder.appending(path: "common.tflite"))
    var random = SplitMix64(state: 1)
    let graph = model.subgraphs[0]
    for index in graph.inputs {
      let tensor = graph.tensors[Int(index)]
      try values(of: tensor, using: &random).write(to: Self.inputFile(tensor.name, in: folder))
    }
  }

  /// The file of an input; names of tensors may hold slashes and colons.
  static func inputFile(_ name: String, in folder: URL) -> URL {
    let safe = name.map { $0 == "/" || $0 == ":" ? "_" : $0 }
    return folder.appending(path: String(safe) + ".raw")
  }

  private func withoutPostProcessing() throws -> Model {
    let operators = model.subgraphs[0].operators
    guard let last = operators.last, model.operatorCode(of: last).customCode == "TFLite_Detection_PostProcess" else {
      return model
    }
    return try model.extracting(operators: 0..<operators.count - 1)
  }

  private func values(of tensor: TensorInfo, using random: inout SplitMix64) throws -> Data {
    guard let byteCount = tensor.byteCount else {
      throw WorkerError.unsuitableModel("input \"\(tensor.name)\" has no fixed size")
    }
    switch tensor.type {
    case .uint8, .int8:
      return Data((0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &random) })
    case .float32:
      let values = (0..<byteCount / 4).map { _ in Float.random(in: -1...1, using: &random) }
      return values.withUnsafeBytes { Data($0) }
    default:
      throw WorkerError.unsuitableModel(
        "input \"\(tensor.name)\" has type \(tensor.type), expected UINT8, INT8 or FLOAT32")
    }
  }
}

/// A seeded generator: the same inputs on every machine.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
