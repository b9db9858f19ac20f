import Foundation
import TFLite
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteSchema
import TFLiteVision

/// What a model runs on while it is measured.
enum BenchmarkInputs {
  /// The same values for the same seed, on every machine.
  case random(seed: UInt64)
  /// A picture for the model's only input.
  case picture(Image)

  static func picture(contentsOfFile path: String) throws -> BenchmarkInputs {
    .picture(try Image(contentsOfFile: path))
  }

  /// Fills the inputs of an interpreter with allocated tensors.
  func fill(_ interpreter: Interpreter, of model: Model) throws {
    switch self {
    case .random(let seed):
      var generator = SeededRandom(seed: seed)
      for index in 0..<interpreter.inputTensorCount {
        try interpreter.copy(interpreter.input(at: index).randomValues(using: &generator), toInputAt: index)
      }
    case .picture(let image):
      try interpreter.copy(PictureInput(of: model).encode(image, fitting: .stretch).data, toInputAt: 0)
    }
  }
}

extension Tensor {
  /// Values that any operator can take: all of 8 and 16 bits, floats from -1 to 1, and 0 for wider integers, which are
  /// mostly indices and shapes.
  fileprivate func randomValues(using generator: inout SeededRandom) -> Data {
    func elements<Element>(_ element: () -> Element) -> Data {
      let count = data.count / MemoryLayout<Element>.size
      return (0..<count).map { _ in element() }.withUnsafeBytes { Data($0) }
    }
    switch dataType {
    case .uInt8, .int8, .int4: return elements { UInt8.random(in: .min ... .max, using: &generator) }
    case .int16, .uInt16: return elements { Int16.random(in: .min ... .max, using: &generator) }
    case .bool: return elements { UInt8.random(in: 0...1, using: &generator) }
    case .int32, .uInt32, .int64, .uInt64, .string: return Data(count: data.count)
    case .float16, .bfloat16: return elements { UInt16.random(in: 0...0x3C00, using: &generator) }
    case .float32, .complex64: return elements { Float.random(in: -1...1, using: &generator) }
    case .float64, .complex128: return elements { Double.random(in: -1...1, using: &generator) }
    }
  }
}
