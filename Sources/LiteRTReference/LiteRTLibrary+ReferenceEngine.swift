import TFLiteInspection
import TFLiteSchema

/// The TFLite C library with one kind of kernels, as something to compare models against.
package struct LiteRTReferenceEngine: ReferenceEngine {
  private let library: LiteRTLibrary
  private let kernelMode: LiteRTKernelMode

  /// The library and the kernels that compute.
  package init(_ library: LiteRTLibrary, kernelMode: LiteRTKernelMode = .reference) {
    self.library = library
    self.kernelMode = kernelMode
  }

  /// The library's release and its kernels.
  package var name: String { "LiteRT \(LiteRTLibrary.pinnedVersion) (\(kernelMode.rawValue))" }

  /// XNNPACK unpacks constant weights inside.
  package var keepsConstantResults: Bool { kernelMode != .xnnpack }

  /// Compiles a model and runs it once.
  ///
  /// - Throws: ``LiteRTError``.
  package func results(of model: [UInt8], inputs: [Int: [UInt8]]) throws -> [Int: TensorValues] {
    let compiled = try LiteRTModel(library: library, bytes: model, kernelMode: kernelMode)
    // It may list a model's inputs in another order than the file.
    let feeds = compiled.inputs.map { inputs[$0.index] ?? [] }
    var results: [Int: TensorValues] = [:]
    for output in try compiled.run(inputs: feeds) {
      results[output.tensor.index] = try TensorValues(
        type: output.type.schemaType, shape: output.shape, bytes: output.bytes)
    }
    return results
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
