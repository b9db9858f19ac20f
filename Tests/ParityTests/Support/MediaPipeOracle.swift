import Foundation
import LiteRTPythonReference
import TFLiteFlatBuffers
import TFLiteSchema

/// MediaPipe's interpreter, which has the kernels of its custom operators.
enum MediaPipeOracle {
  /// The release that `Scripts/lib/judges.sh` installs.
  static let pinnedVersion = "0.10.21"

  /// A Python that has MediaPipe; nil where the environment variable `MEDIAPIPE_PYTHON` names none.
  static let python = ProcessInfo.processInfo.environment["MEDIAPIPE_PYTHON"]
    .flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }

  static let shared = python.map { python in
    OracleProcess(python, [TestEnvironment.packageRoot.appending(path: "Scripts/lib/mediapipe_oracle.py").path])
  }
}

/// MediaPipe as the reference of models with inputs and outputs of float32.
struct MediaPipeEngine: Engine {
  let oracle: OracleProcess

  func run(model: [UInt8], feeds: [[UInt8]]) -> EngineOutcome {
    do {
      let asked = try Model(ByteSlice(model)).tellingShapes()
      let outputs = asked.subgraphs[0].outputs.indices.map { Int($0) }
      let results = try oracle.run(model: asked.serialized(), runs: [feeds], tensors: outputs)[0]
      let values = results.prefix(results.count / 2).map { EngineOutput($0) }
      let shapes = results.suffix(results.count / 2).map { EngineOutput($0).floats.map { Int($0) } }
      return .ran(zip(values, shapes).map { EngineOutput(shape: $1, bytes: $0.bytes) })
    } catch OracleProcessError.refused(let reason) {
      return .refused(reason: reason)
    } catch {
      return .refused(reason: "MediaPipe cannot be asked: \(error)")
    }
  }
}

extension Model {
  /// The same model with the shape of each output, as float32, behind its outputs. MediaPipe hands out elements alone.
  fileprivate func tellingShapes() -> Model {
    var model = self
    let codes = UInt32(model.operatorCodes.count)
    model.operatorCodes += [OperatorCode(.shape, version: 1), OperatorCode(.cast, version: 1)]
    for output in subgraphs[0].outputs {
      func add(_ name: String, _ type: TensorType) -> Int32 {
        var tensor = TensorInfo()
        (tensor.name, tensor.type, tensor.hasRank) = ("\(name) \(output)", type, true)
        tensor.shape = [Int32(subgraphs[0].tensors[Int(output)].shape.count)]
        model.subgraphs[0].tensors.append(tensor)
        return Int32(model.subgraphs[0].tensors.count - 1)
      }
      let (shape, numbers) = (add("shape", .int32), add("numbers", .float32))
      model.subgraphs[0].operators += [
        Operator {
          ($0.opcodeIndex, $0.inputs, $0.outputs) = (codes, [output], [shape])
          $0.builtinOptions = ShapeOptions { $0.outType = .int32 }
        },
        Operator { ($0.opcodeIndex, $0.inputs, $0.outputs) = (codes + 1, [shape], [numbers]) },
      ]
      model.subgraphs[0].outputs.append(numbers)
    }
    return model
  }
}

extension MediaPipeOracle {
  /// A model that comes with MediaPipe; nil where it is not found.
  static func model(_ name: String) -> String? {
    guard let python else { return nil }
    let libraries = URL(filePath: python).deletingLastPathComponent().deletingLastPathComponent().appending(path: "lib")
    return ((try? FileManager.default.contentsOfDirectory(atPath: libraries.path)) ?? []).lazy
      .map { libraries.appending(path: "\($0)/site-packages/mediapipe/modules/\(name).tflite").path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }
}
