import TFLite

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `ColdStart MODEL INPUT`: from a file to detections. The C program `cold_start` does the same with the C library.
@main
enum ColdStart {
  static func main() throws {
    guard CommandLine.arguments.count == 3 else {
      throw ColdStartError.usage
    }
    let interpreter = try Interpreter(modelPath: CommandLine.arguments[1])
    try interpreter.allocateTensors()
    try interpreter.copy(Data(contentsOf: URL(filePath: CommandLine.arguments[2])), toInputAt: 0)
    try interpreter.invoke()
    guard interpreter.outputTensorCount == 4 else { throw ColdStartError.noDetector(CommandLine.arguments[1]) }
    let outputs = try (0..<4).map { try floats(of: interpreter.output(at: $0)) }
    let (boxes, classes, scores) = (outputs[0], outputs[1], outputs[2])
    for index in 0..<Int(outputs[3][0]) {
      let numbers = [scores[index]] + boxes[4 * index..<4 * index + 4]
      print(Int(classes[index]), numbers.map(hundredths).joined(separator: " "))
    }
  }

  private static func floats(of tensor: Tensor) -> [Float] {
    tensor.data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  private static func hundredths(_ value: Float) -> String {
    "\((value * 100).rounded() / 100)"
  }
}

enum ColdStartError: Error, CustomStringConvertible {
  case usage
  case noDetector(String)

  var description: String {
    switch self {
    case .usage: "usage: ColdStart MODEL INPUT"
    case .noDetector(let path): "\(path) is no detector with TFLite_Detection_PostProcess"
    }
  }
}
