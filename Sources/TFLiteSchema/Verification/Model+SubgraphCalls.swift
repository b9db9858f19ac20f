extension Model {
  /// Checks that operators call subgraphs that exist, and that no subgraph comes to call itself.
  func verifySubgraphCalls() throws(ModelError) {
    var calls: [[Call]] = []
    for (index, subgraph) in subgraphs.enumerated() {
      var calling: [Call] = []
      for (place, `operator`) in subgraph.operators.enumerated() {
        for options in [`operator`.builtinOptions, `operator`.builtinOptions2] {
          guard let options = options?.asSubgraphCalling else { continue }
          for (field, called) in options.calledSubgraphs {
            try Index(called, count: subgraphs.count, of: "subgraphs")
              .verify("subgraphs[\(index)].operators[\(place)].\(type(of: options)).\(field)")
            calling.append(Call(operator: place, subgraph: Int(called)))
          }
        }
      }
      calls.append(calling)
    }
    if let (index, call) = recursiveCall(in: calls) {
      let `operator` = subgraphs[index].operators[call.operator]
      throw .recursiveSubgraphs(
        OperatorReference(subgraph: index, index: call.operator, name: operatorCode(of: `operator`).name),
        calledSubgraph: call.subgraph)
    }
  }

  private struct Call {
    let `operator`: Int
    let subgraph: Int
  }

  /// A call that is part of a circle, if there is one. Takes away subgraphs that call nothing any more until none is
  /// left; if some stay, each of them calls another that stayed, and following these calls ends up in a circle.
  private func recursiveCall(in calls: [[Call]]) -> (subgraph: Int, call: Call)? {
    var callers: [[Int]] = Array(repeating: [], count: calls.count)
    var open = calls.map(\.count)
    for (caller, calling) in calls.enumerated() {
      for call in calling { callers[call.subgraph].append(caller) }
    }
    var finished = open.indices.filter { open[$0] == 0 }
    while let leaf = finished.popLast() {
      for caller in callers[leaf] {
        open[caller] -= 1
        if open[caller] == 0 { finished.append(caller) }
      }
    }
    guard var current = open.firstIndex(where: { $0 > 0 }) else { return nil }
    let next = calls.map { calling in calling.first { open[$0.subgraph] > 0 } }
    for _ in calls.indices { current = next[current]?.subgraph ?? current }
    return next[current].map { (current, $0) }
  }
}
