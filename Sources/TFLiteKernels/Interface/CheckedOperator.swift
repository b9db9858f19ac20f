import TFLiteSchema

/// An operator that computes only once its inputs' values have been found good.
///
/// - Complexity: one more pass over the input that is checked, on the calling thread.
struct CheckedOperator: ThrowingOperator {
  let check: @Sendable (OperatorCall) throws -> Void
  let body: any TotalOperator

  var outputShapes: [[Int]] { body.outputShapes }
  var path: KernelPath { body.path }
  var scratchByteCount: Int { body.scratchByteCount }

  func run(_ call: OperatorCall) throws {
    try check(call)
    body.run(call)
  }
}

extension OperatorContext {
  /// An operator whose elements of input `position` must all fulfill a condition.
  ///
  /// - Parameter expected: what the error says of an element that does not.
  func checked<Element: BitwiseCopyable>(
    _ body: any TotalOperator, input position: Int, as element: Element.Type, expected: String,
    _ isGood: @escaping @Sendable (Element) -> Bool
  ) throws(KernelError) -> CheckedOperator {
    let tensor = try input(position)
    let (identity, count) = (identity, tensor.elementCount)
    return CheckedOperator(
      check: { call in
        let elements = UnsafeBufferPointer(start: call.input(position, as: element), count: count)
        var watch = call.stopWatch
        for part in (0..<count).parts {
          if let index = elements[part].firstIndex(where: { !isGood($0) }) {
            throw KernelError.value(
              identity, tensor.identity, "holds \(elements[index]) at \(index), expected \(expected)")
          }
          try watch.check(after: part.count)
        }
      }, body: body)
  }
}
