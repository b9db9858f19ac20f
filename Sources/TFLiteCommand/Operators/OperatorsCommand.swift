import ArgumentParser
import TFLite
import TFLiteInspection
import TFLiteSchema

struct OperatorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operators",
    abstract: "Lists the operators that this program runs.",
    discussion: """
      For each operator its kernels: the kind of code and the types of the activations, with that of the weights where \
      it is another: FLOAT32×INT8. Code is "vector" where loops use the processor's vectors, "plain" where they do not, \
      "copy" where elements are only moved, and "subgraph" where other operators of the model do the work.

      Exit codes: 0 all went well; 1 there is no such operator; 64 wrong usage.
      """)

  @Argument(help: "Operators such as CONV_2D; none stands for all.")
  var names: [String] = []

  @OptionGroup var format: OutputFormat

  func run() throws {
    let operators = Interpreter.supportedOperators
    let chosen = names.isEmpty ? operators : operators.filter { names.contains($0.name) }
    for name in names where !operators.contains(where: { $0.name == name }) {
      try StandardError.reportingFailure(of: name) { throw NoSuchOperator() }
    }
    try format.print(chosen.map(Record.init), lines: lines(of: chosen))
  }

  private func lines(of operators: [Interpreter.SupportedOperator]) -> [String] {
    var table = TextTable(["operator", "kernel", "types"], rightAligned: [])
    for supported in operators {
      for kernel in supported.kernels {
        let weights = kernel.weights.map { "×\($0.schemaName)" } ?? ""
        let types = kernel.types.map { $0.schemaName + weights }.joined(separator: ", ")
        table.add([supported.name, kernel.path.rawValue, types.isEmpty ? "all of whole bytes" : types])
      }
    }
    return table.lines(indentation: 0)
  }

  private struct NoSuchOperator: Error, CustomStringConvertible {
    let description = "this program runs no such operator; `tflite operators` lists all"
  }

  private struct Record: Encodable {
    let `operator`: String
    let kernels: [Kernel]

    struct Kernel: Encodable {
      let kernel: String
      /// None stands for all of whole bytes.
      let types: [String]
      let weights: String?
    }

    init(_ supported: Interpreter.SupportedOperator) {
      `operator` = supported.name
      kernels = supported.kernels.map {
        Kernel(kernel: $0.path.rawValue, types: $0.types.map(\.schemaName), weights: $0.weights?.schemaName)
      }
    }
  }
}
