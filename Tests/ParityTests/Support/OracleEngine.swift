import LiteRTPythonReference
import LiteRTReference
import TFLiteFlatBuffers
import TFLiteSchema
import Testing

/// An oracle as the reference of generated models.
struct OracleEngine: Engine {
  let oracle: OracleProcess

  func run(model: [UInt8], feeds: [[UInt8]]) -> EngineOutcome {
    do {
      let outputs = try Model(ByteSlice(model)).subgraphs[0].outputs.map { Int($0) }
      return .ran(try oracle.run(model: model, runs: [feeds], tensors: outputs)[0].map(EngineOutput.init))
    } catch OracleProcessError.refused(let reason) {
      return .refused(reason: reason)
    } catch {
      // Not a refusal: nothing was compared.
      Issue.record(error)
      return .refused(reason: "\(error)")
    }
  }
}

extension EngineOutput {
  init(_ output: OracleOutput) { self.init(shape: output.shape, bytes: output.bytes) }
}
