import LiteRTReference

/// One output of one run of an engine.
struct EngineOutput: Equatable, Sendable {
  var shape: [Int]
  var bytes: [UInt8]

  /// The elements of an output of 32-bit floats.
  var floats: [Float] {
    bytes.withUnsafeBytes { raw in
      (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }
}

/// What an engine makes of a model.
enum EngineOutcome: Sendable {
  case ran([EngineOutput])
  /// The model was refused when it was opened, prepared or run.
  case refused(reason: String)
}

/// Something that runs models.
protocol Engine: Sendable {
  func run(model: [UInt8], feeds: [[UInt8]]) -> EngineOutcome
}

/// The TFLite C library.
struct LiteRTEngine: Engine {
  let library: LiteRTLibrary
  var kernelMode = LiteRTKernelMode.reference

  func run(model: [UInt8], feeds: [[UInt8]]) -> EngineOutcome {
    do {
      let outputs = try library.run(model: model, inputs: feeds, kernelMode: kernelMode)
      return .ran(outputs.map { EngineOutput(shape: $0.shape, bytes: $0.bytes) })
    } catch {
      return .refused(reason: error.description)
    }
  }
}
