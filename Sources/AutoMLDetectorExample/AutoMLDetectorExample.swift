import Foundation
import TFLite
import TFLiteImageCodecs

/// Finds objects with a detector trained by AutoML Vision Edge, as programs written for TensorFlowLiteSwift do it.
///
///     AutoMLDetectorExample MODEL.tflite LABELS.txt PHOTO
///
/// The calls of the interpreter are those of the published guide; the comments name what was wrong around them.
@main
enum AutoMLDetectorExample {
  /// Objects with a lower score are not printed.
  private static let leastConfidence: Float32 = 0.66

  static func main() {
    // The guide hands an optional path to the interpreter, which does not compile: paths are known before.
    guard CommandLine.arguments.count == 4 else {
      FileHandle.standardError.write(Data("usage: AutoMLDetectorExample MODEL.tflite LABELS.txt PHOTO\n".utf8))
      exit(64)
    }
    do {
      try detect(
        modelPath: CommandLine.arguments[1], labelPath: CommandLine.arguments[2], photoPath: CommandLine.arguments[3])
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func detect(modelPath: String, labelPath: String, photoPath: String) throws {
    let interpreter = try Interpreter(modelPath: modelPath)
    try interpreter.allocateTensors()

    // The model says how large its pictures are; the guide copies the picture's top left corner, with rows and columns
    // exchanged.
    let inputShape = try interpreter.input(at: 0).shape.dimensions
    guard inputShape.count == 4, inputShape[3] == 3 else { throw ExampleError.noPictureInput(inputShape) }
    let image = try Image(contentsOfFile: photoPath).resized(toWidth: inputShape[2], height: inputShape[1])
    let inputData = Data(image.pixels)

    try interpreter.copy(inputData, toInputAt: 0)
    try interpreter.invoke()

    // The guide counts on 40 objects; the model says how many there are.
    var output = try interpreter.output(at: 0)
    let count = output.data.count / (4 * MemoryLayout<Float32>.size)
    let boundingBoxes =
      UnsafeMutableBufferPointer<Float32>.allocate(capacity: 4 * count)
    // The guide never gives its memory back.
    defer { boundingBoxes.deallocate() }
    _ = output.data.copyBytes(to: boundingBoxes)

    output = try interpreter.output(at: 1)
    let labels =
      UnsafeMutableBufferPointer<Float32>.allocate(capacity: count)
    defer { labels.deallocate() }
    _ = output.data.copyBytes(to: labels)

    output = try interpreter.output(at: 2)
    let probabilities =
      UnsafeMutableBufferPointer<Float32>.allocate(capacity: count)
    defer { probabilities.deallocate() }
    _ = output.data.copyBytes(to: probabilities)

    let fileContents = try String(contentsOfFile: labelPath, encoding: .utf8)
    let labelText = fileContents.components(separatedBy: "\n")
    // The first line may stand for the background, which is none of the model's classes.
    let labelOffset = labelText.first == "background" || labelText.first == "???" ? 1 : 0

    for i in 0..<count {
      // The guide multiplies the index instead of adding to it.
      let top = boundingBoxes[4 * i]
      let left = boundingBoxes[4 * i + 1]
      let bottom = boundingBoxes[4 * i + 2]
      let right = boundingBoxes[4 * i + 3]

      let labelIdx = Int(labels[i]) + labelOffset
      let label = labelText.indices.contains(labelIdx) ? unquoted(labelText[labelIdx]) : "class \(labelIdx)"
      let confidence = probabilities[i]

      if confidence > leastConfidence {
        print("Object found: \(label) (confidence: \(confidence))")
        print("  Top-left: (\(left),\(top))")
        print("  Bottom-right: (\(right),\(bottom))")
      }
    }
  }

  /// Some published label files hold Python's way to write bytes: `b'Cheese'`.
  private static func unquoted(_ label: String) -> String {
    label.hasPrefix("b'") && label.hasSuffix("'") && label.count > 3 ? String(label.dropFirst(2).dropLast()) : label
  }
}

/// Why the example cannot use a model.
enum ExampleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The first input is no picture of three colors.
  case noPictureInput([Int])

  var description: String {
    switch self {
    case .noPictureInput(let shape): "input 0 has the shape \(shape); [1, height, width, 3] is expected"
    }
  }
}
