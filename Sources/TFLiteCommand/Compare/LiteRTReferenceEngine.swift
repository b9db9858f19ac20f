import LiteRTPythonReference
import LiteRTReference
import TFLiteFlatBuffers
import TFLiteInspection
import TFLiteSchema

/// The TFLite C library with one kind of kernels, as something to compare models against.
struct LiteRTReferenceEngine: ReferenceEngine {
  private let library: LiteRTLibrary
  private let kernelMode: LiteRTKernelMode

  /// The library and the kernels that compute.
  init(_ library: LiteRTLibrary, kernelMode: LiteRTKernelMode = .reference) {
    self.library = library
    self.kernelMode = kernelMode
  }

  /// The library's release and its kernels.
  var name: String { "LiteRT \(LiteRTLibrary.pinnedVersion) (\(kernelMode.rawValue))" }

  /// XNNPACK unpacks constant weights inside.
  var keepsConstantResults: Bool { kernelMode != .xnnpack }

  /// Compiles a model and runs it once.
  ///
  /// The library hands out nothing of tensors whose shape only a run tells: their buffers stay as they were.
  ///
  /// - Throws: ``LiteRTError``.
  func results(of model: [UInt8], inputs: [Int: [UInt8]]) throws -> [Int: TensorValues] {
    let outputs = try run(model, inputs, fill: 0)
    let others = outputs.contains(where: { $0.isFilled(with: 0) }) ? try run(model, inputs, fill: 0xFF) : outputs
    var results: [Int: TensorValues] = [:]
    for (output, other) in zip(outputs, others) where !(output.isFilled(with: 0) && other.isFilled(with: 0xFF)) {
      results[output.tensor.index] = try TensorValues(
        type: output.type.schemaType, shape: output.shape, bytes: output.bytes)
    }
    return results
  }

  private func run(_ model: [UInt8], _ inputs: [Int: [UInt8]], fill: UInt8) throws -> [LiteRTOutput] {
    // Anew for each run: a state, and what is computed in the first run alone, must not be another.
    let compiled = try LiteRTModel(library: library, bytes: model, kernelMode: kernelMode)
    // It may list a model's inputs in another order than the file.
    return try compiled.run(inputs: compiled.inputs.map { inputs[$0.index] ?? [] }, fill: fill)
  }
}

extension LiteRTOutput {
  fileprivate func isFilled(with byte: UInt8) -> Bool { !bytes.isEmpty && bytes.allSatisfy { $0 == byte } }
}

/// The kernels of the TFLite C library for operators of which it has none in plain loops: only for such an operator alone,
/// since others compute real numbers in another order.
struct OnlyKernelsEngine: ReferenceEngine {
  let engine: LiteRTReferenceEngine

  init(_ library: LiteRTLibrary) { engine = LiteRTReferenceEngine(library, kernelMode: .builtin) }

  var name: String { "\(engine.name), its only kernels" }
  var keepsConstantResults: Bool { true }

  func isJudge(of model: Model) -> Bool { model.subgraphs[0].operators.count == 1 }

  func results(of model: [UInt8], inputs: [Int: [UInt8]]) throws -> [Int: TensorValues] {
    try engine.results(of: model, inputs: inputs)
  }
}

/// TFLite's interpreter for Python, with its reference kernels: it takes states, and shapes that only a run tells.
struct PythonReferenceEngine: ReferenceEngine {
  let python: LiteRTPython

  var name: String { "TFLite's interpreter for Python (reference)" }
  var keepsConstantResults: Bool { true }

  /// - Throws: ``OracleProcessError``, or what tells how to get a Python where there is none.
  func results(of bytes: [UInt8], inputs: [Int: [UInt8]]) throws -> [Int: TensorValues] {
    let graph = try Model(ByteSlice(bytes)).subgraphs[0]
    let tensors = graph.outputs.map(Int.init)
    let feeds = graph.inputs.map { inputs[Int($0)] ?? [] }
    let outputs: [OracleOutput]
    do {
      outputs = try python.reference.run(model: bytes, runs: [feeds], tensors: tensors)[0]
    } catch OracleProcessError.missing(let path) {
      throw NoPython(path: path)
    }
    var results: [Int: TensorValues] = [:]
    for (tensor, output) in zip(tensors, outputs) {
      // A type that follows from the operands may be another than that of the file.
      results[tensor] = try? TensorValues(type: graph.tensors[tensor].type, shape: output.shape, bytes: output.bytes)
    }
    return results
  }

  private struct NoPython: Error, CustomStringConvertible {
    let path: String

    var description: String {
      "there is none at \(path); `python3 -m venv litert && litert/bin/pip install "
        + "ai-edge-litert==\(LiteRTPython.pinnedVersion) numpy` makes one: --litert-python litert/bin/python"
    }
  }
}

extension LiteRTElementType {
  /// The schema's name for the type.
  var schemaType: TensorType {
    switch self {
    case .float32: .float32
    case .int32: .int32
    case .uint8: .uint8
    case .int64: .int64
    case .bool: .bool
    case .int16: .int16
    case .complex64: .complex64
    case .int8: .int8
    case .float16: .float16
    case .float64: .float64
    case .complex128: .complex128
    case .uint64: .uint64
    case .uint32: .uint32
    case .uint16: .uint16
    case .int4: .int4
    case .bfloat16: .bfloat16
    case .int2: .int2
    case .uint4: .uint4
    case .float8E4M3FN: .float8E4M3FN
    case .float8E5M2: .float8E5M2
    }
  }
}
