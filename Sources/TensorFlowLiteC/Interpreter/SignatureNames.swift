import CTensorFlowLite
import TFLiteCLibrary
import TFLiteSchema

/// A signature's texts as C strings, in the order of the names.
final class SignatureNames {
  let key: UnsafePointer<CChar>
  let subgraph: Int
  let inputs: [Entry]
  let outputs: [Entry]

  /// The name of a tensor.
  struct Entry {
    let name: UnsafePointer<CChar>
    let tensor: Int32
  }

  init(_ signature: SignatureDef) {
    key = UnsafePointer(strdup(signature.signatureKey))
    subgraph = Int(signature.subgraphIndex)
    inputs = Self.entries(signature.inputs)
    outputs = Self.entries(signature.outputs)
  }

  /// The main subgraph of a model without signatures, with the names of its tensors.
  init(_ graph: Subgraph) {
    key = UnsafePointer(strdup(""))
    subgraph = 0
    func entries(_ tensors: [Int32]) -> [Entry] {
      tensors.map { Entry(name: UnsafePointer(strdup(graph.tensors[Int($0)].name)), tensor: $0) }
    }
    inputs = entries(graph.inputs)
    outputs = entries(graph.outputs)
  }

  deinit {
    free(UnsafeMutablePointer(mutating: key))
    for entry in inputs + outputs { free(UnsafeMutablePointer(mutating: entry.name)) }
  }

  /// The order of the original's map.
  private static func entries(_ map: [TensorMap]) -> [Entry] {
    map.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      .map { Entry(name: UnsafePointer(strdup($0.name)), tensor: Int32(truncatingIfNeeded: $0.tensorIndex)) }
  }
}

/// What a `TfLiteSignatureRunner` is. It must not outlive its interpreter.
final class SignatureHandle: Handle {
  unowned let interpreter: InterpreterHandle
  let names: SignatureNames

  init(_ interpreter: InterpreterHandle, _ names: SignatureNames) {
    self.interpreter = interpreter
    self.names = names
  }

  /// The subgraph that is run; the verified model has it.
  var table: SubgraphTable { interpreter.table(names.subgraph) ?? interpreter.main }

  func input(named name: UnsafePointer<CChar>) -> Int? { Self.tensor(name, in: names.inputs) }

  func output(named name: UnsafePointer<CChar>) -> Int? { Self.tensor(name, in: names.outputs) }

  private static func tensor(_ name: UnsafePointer<CChar>, in entries: [SignatureNames.Entry]) -> Int? {
    entries.first { strcmp($0.name, name) == 0 }.map { Int($0.tensor) }
  }
}
