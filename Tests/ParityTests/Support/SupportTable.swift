import TFLite
import TFLiteKernels
import TFLiteSchema

/// The table of operators, types and numerics, as an article of the documentation.
struct SupportTable {
  let registry: OperatorRegistry
  /// The rows for each way to compute, the first of which every operator has.
  let numerics: [(name: String, rows: [ParityRow])]
  let exceptions: [UnprovenTypes]
  let differences: [DeliberateDifferencesTests.Difference]

  var text: String {
    """
    # Supported operators

    Which operators run, on which types, with which arithmetic.

    ## Overview

    This article is made by `TFLITE_WRITE_DOCUMENTS=1 swift test --filter SupportTableTests` from ``OperatorRegistry``
    and from the rows of the parity tests; a test fails when it is stale. Each type in the table is one row: at least
    250 generated models of that operator on that type, every element of whose results is compared with the TFLite C
    library, and 0 of which differ. A type is that of the elements, or of the activations and weights, that the operator
    works on: *hybrid* means weights of 8 bits on float32 activations, *quantized* elements with a scale where there are
    some without, *string* texts, which are compared byte by byte. The column `xnnpack` has the rows whose results under those numerics are compared with the C library's
    default mode (<doc:XNNPACK>); on all other types `xnnpack` computes as `reference`, or, for convolutions of
    float32, without rounding products before they are added. Another test finds operand types that an operator accepts
    and that no row compares; they are listed below the table.

    \(computing.count) operators, \(numerics.map { "\($0.rows.count) rows of `\($0.name)`" }.joined(separator: ", ")).

    | Operator |\(numerics.map { " `\($0.name)` |" }.joined())
    |---|\(numerics.map { _ in "---|" }.joined())
    \(computing.flatMap(rows).joined(separator: "\n"))

    \(Self.kernelNote(numerics[0].rows))

    ## Control flow and variables

    \(ControlFlowParityTests.operatorNames.joined(separator: ", ")) run in the interpreter of the module TFLite, on every type whose elements have a
    size, and on strings: they call subgraphs, or keep values from one invocation to the next, and compute nothing by
    themselves. On
    \(ControlFlowParityTests.kinds.map(\.rawValue).joined(separator: ", ")) they are compared in \(ControlFlowParityTests.modelCount) \
    generated models for each operator and type; those with variables over five invocations. HASHTABLE and its kin, whose
    tables lead from int64 to string or from string to int64, are compared in as many, over three.

    ## Operators that are refused

    Every other builtin operator of the schema is refused when an interpreter is made: one error lists all that a model
    needs, with their versions and types. Custom operators are refused likewise unless they are registered.

    \(refused.joined(separator: ", ")).

    ## Types without a row

    \(exceptions.map { "- \($0.operators.sorted().joined(separator: ", ")): \($0.reason)." }.joined(separator: "\n"))

    ## Where this package and the C library disagree on what runs

    \(differences.map { "- \($0.runsHere ? "Runs here" : "Refused here"): \($0.reason)." }.joined(separator: "\n"))

    """
  }

  /// The operators that have rows.
  private var computing: [String] {
    registry.operatorNames.filter { !ControlFlowParityTests.operatorNames.contains($0) }
  }

  /// All other operators of the schema that do not run; some numbers only stand for something else.
  private var refused: [String] {
    let running = Set(registry.operatorNames + ["CUSTOM", "PLACEHOLDER_FOR_GREATER_OP_CODES"])
    return BuiltinOperator.allCases.map(\.schemaName).filter { !running.contains($0) }.sorted()
  }

  /// One row of the table, or several where there are too many types for one.
  private func rows(_ name: String) -> [String] {
    let columns = numerics.enumerated().map { column, numerics in
      let types = numerics.rows.filter { $0.operatorName == name }.map(\.typeName)
      return types.isEmpty && column == 0 ? ["**not proven**"] : Self.cells(types)
    }
    return (0..<(columns.map(\.count).max() ?? 0)).map { row in
      "| \(name) | \(columns.map { row < $0.count ? $0[row] : "" }.joined(separator: " | ")) |"
    }
  }

  /// Names in cells that people can read, which a test of the documentation holds to 200 characters.
  private static func cells(_ names: [String]) -> [String] {
    names.reduce(into: []) { cells, name in
      if let last = cells.last, last.count + name.count < 196 {
        cells[cells.count - 1] += ", \(name)"
      } else {
        cells.append(name)
      }
    }
  }

  private static func kernelNote(_ rows: [ParityRow]) -> String {
    func names(_ reference: ParityReference) -> String {
      Set(rows.filter { $0.reference == reference }.map(\.operatorName)).sorted().joined(separator: ", ")
    }
    return """
      Of \(names(.onlyKernels)) the C library has no reference kernels; they are compared with the only ones that it has.
      \(names(.python)) are compared, on some types or on all, with the reference kernels of TFLite's Python interpreter
      (ai-edge-litert 2.3.0): the C interface takes no state tensors, no strings and no complex128, and hands out no results
      whose shapes only a run tells. \(names(.mediaPipe)) are compared with a plain formula in the tests, and by
      `Scripts/campaign heads` with MediaPipe \(MediaPipeOracle.pinnedVersion), which has the kernels that models mean;
      \(names(.formula)) on some types or versions with the formula alone, because no program offers them.
      """
  }
}
