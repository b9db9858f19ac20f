import TFLite

/// What an invocation does about each operator, for a person.
struct PlanListing {
  let lines: [String]

  init(_ plan: ExecutionPlan) {
    var table = TextTable(
      ["#", "operator", "kernel", "scratch", "tensor", "bytes", "place"], rightAligned: [0, 3, 4, 5])
    for step in plan.operators {
      var cells = [
        "\(step.index)", step.name, step.codeText, step.scratchByteCount == 0 ? "" : "\(step.scratchByteCount)",
      ]
      for output in step.outputs {
        table.add(cells + ["\(output.index)", "\(output.byteCount)", Self.text(output.place)])
        cells = ["", "", "", ""]
      }
      if step.outputs.isEmpty { table.add(cells) }
    }
    lines = ["plan  \(plan.arenaByteCount) bytes of arena for activations and working memory"] + table.lines()
  }

  private static func text(_ place: PlannedTensor.Place) -> String {
    switch place {
    case .arena(let offset, nil): "arena at \(offset)"
    case .arena(let offset, let alias?): "arena at \(offset), in tensor \(alias)"
    case .constant: "constant"
    case .ownBlock: "a block of its own"
    case .nowhere: "nowhere"
    }
  }
}

extension PlannedOperator {
  /// The code that computes an operator, and when that is not every run by itself.
  var codeText: String {
    switch fate {
    case .runs: kernel ?? ""
    case .preparedInEveryRun: kernel.map { "\($0), prepared in every run" } ?? "prepared in every run"
    case .folded: "folded by \(kernel ?? "")"
    case .fused(let other): "fused into operator \(other)"
    }
  }
}
