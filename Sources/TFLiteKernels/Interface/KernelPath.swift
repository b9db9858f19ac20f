import TFLiteSchema

/// Which kind of code a prepared operator runs.
public enum KernelPath: String, CaseIterable, Sendable {
  /// The plain loops of the specification.
  case plain
  /// Loops on vectors of the instruction set.
  case vector
  /// Elements are only moved, in blocks as large as they come.
  case copy
  /// Other subgraphs of the model, whose operators have kernels of their own.
  case subgraph
}

extension OperatorRegistry {
  /// The name of the kernel that a prepared operator runs: operator, types, kind of code, and where it is of vectors,
  /// the instruction set: `conv2D int8 vector avx2`, `fullyConnected float32×int8 plain`,
  /// `quantize float32→int8 vector avx2`.
  ///
  /// - Parameters:
  ///   - path: that of the prepared operator.
  ///   - code: what the operator is called in the model.
  ///   - context: what the operator was prepared with, and with the types that its outputs have got.
  public func kernelName(_ path: KernelPath, of code: OperatorCode, _ context: OperatorContext) -> String {
    let definition = definition(for: code)
    let operatorName = code.builtinCode == .custom ? code.customCode : code.builtinCode.kernelName
    var types = ""
    if let activation = context.optionalInput(definition?.activation ?? 0)?.type {
      types = activation.kernelTypeName
      if let weights = definition?.weights.flatMap({ context.optionalInput($0)?.type }), weights != activation {
        types += "×\(weights.kernelTypeName)"
      }
      if let output = context.outputs.first?.type, output != activation {
        types += "→\(output.kernelTypeName)"
      }
    }
    let instructionSet = path == .vector ? context.instructionSet.rawValue : ""
    return [operatorName, types, path.rawValue, instructionSet].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension BuiltinOperator {
  /// The schema's name without underscores: `conv2D` for CONV_2D.
  fileprivate var kernelName: String {
    let words = schemaName.split(separator: "_")
    let rest = words.dropFirst().map { word in
      word == "ND" || word.contains(where: \.isNumber) ? String(word) : word.capitalizedASCII
    }
    return words[0].lowercased() + rest.joined()
  }
}

extension Substring {
  fileprivate var capitalizedASCII: String { prefix(1) + dropFirst().lowercased() }
}

extension TensorType {
  fileprivate var kernelTypeName: String { schemaName.lowercased() }
}
