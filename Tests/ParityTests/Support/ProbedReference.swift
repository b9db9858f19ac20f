import LiteRTPythonReference
import LiteRTReference
import TFLiteSchema

/// The engine that an operator is probed beside.
struct ProbedReference {
  let kernels: LiteRTKernelMode
  /// Whether only TFLite's interpreter for Python runs the operator.
  let isPython: Bool

  /// The bytes of each case's outputs; nil where it is refused, crashes, or does not end.
  ///
  /// - Parameter slack: bytes behind each input and output, which inputs fill with what they have more of than their types
  ///   ask for. The interpreter for Python has none.
  func outputs(of cases: [OperatorCase], slack: Int = 0) throws -> [[[UInt8]]?] {
    if isPython { return try cases.map(outputsInPython) }
    let questions = cases.map {
      // What cannot be written is an empty file, which nobody runs.
      ReferenceProbe.Question(
        model: (try? $0.serializedModel()) ?? [],
        feeds: $0.fed.map { $0.bytes(slack: slack) }, kernels: kernels, slack: slack)
    }
    return try zip(cases, ReferenceProbe.shared.answers(to: questions)).map { made, answer in
      switch answer {
      case .ran(let outputs): outputs
      // The C interface hands out no strings.
      case .refused(let reason) where reason.contains("have no fixed size"): try outputsInPython(of: made)
      case .refused, .crashed: nil
      }
    }
  }

  private func outputsInPython(of made: OperatorCase) throws -> [[UInt8]]? {
    guard let file = try? made.serializedModel(), let model = try? made.model() else { return nil }
    do {
      let outputs = model.subgraphs[0].outputs.map(Int.init)
      let runs = [made.fed.map(\.exactBytes)]
      return try PythonOracle.apart.run(model: file, runs: runs, tensors: outputs)[0].map(\.bytes)
    } catch OracleProcessError.refused, OracleProcessError.ended {
      return nil
    }
  }
}

extension TensorSketch {
  /// As many bytes as the type asks for; zeros where there are fewer.
  var exactBytes: [UInt8] { bytes(slack: 0) }

  /// As many bytes as the type asks for, and those behind them.
  func bytes(slack: Int) -> [UInt8] {
    guard let count = type.byteCount(shape: shape).map({ $0 + slack }) else { return bytes }
    return Array((bytes + Array(repeating: 0, count: count)).prefix(count))
  }
}
