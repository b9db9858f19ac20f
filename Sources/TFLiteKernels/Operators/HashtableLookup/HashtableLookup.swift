import TFLiteSchema

/// HASHTABLE_LOOKUP: rows of a table, found by their keys.
///
/// Inputs: 0 what is looked up [count], int32; 1 the keys [rows], int32, in rising order; 2 the table [rows, …], of any type
/// whose elements are whole bytes. Outputs: 0 the rows found [count, …], of the table's type, zeros where there is none; 1
/// whether there is one [count], uint8.
///
/// Source: `tflite/kernels/hashtable_lookup.cc`.
enum HashtableLookupOperator: OperatorDefinition {
  static let activation = 2
  static let kernels: [KernelDeclaration] = [.copy()]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 3...3, outputs: 2)
    let (wanted, keys, table) = (try context.input(0), try context.input(1), try context.input(2))
    for tensor in [wanted, keys] {
      try context.require(tensor, type: .int32)
      try context.require(tensor, rank: 1...1)
    }
    guard table.rank >= 1, table.shape[0] == keys.shape[0], table.shape[0] > 0 else {
      throw KernelError.shape(
        context.identity, table.identity, found: table.shape,
        expected: "a row for each of \(keys.shape[0]) keys, at least 1")
    }
    try context.require(context.output(0), sameTypeAs: table)
    try context.require(context.output(1), type: .uint8)
    let row = table.shape.dropFirst()
    return HashtableLookup(
      outputShapes: [[wanted.shape[0]] + row, wanted.shape], rows: keys.shape[0],
      rowByteCount: row.reduce(try context.elementSizeWithStrings(of: table), &*))
  }
}

private struct HashtableLookup: TotalOperator {
  let outputShapes: [[Int]]
  let rows: Int
  let rowByteCount: Int

  var path: KernelPath { .copy }

  func run(_ call: OperatorCall) {
    let (wanted, keys) = (call.input(0, as: Int32.self), call.input(1, as: Int32.self))
    let hits = call.output(1, as: UInt8.self)
    var watch = call.stopWatch
    for index in 0..<outputShapes[1][0] {
      if watch.isOver(after: rowByteCount + 32) { return }
      let target = call.outputBytes(0) + index * rowByteCount
      let row = row(of: wanted[index], in: keys)
      hits[index] = row == nil ? 0 : 1
      if let row {
        target.copyMemory(from: call.inputBytes(2) + row * rowByteCount, byteCount: rowByteCount, call.workers)
      } else {
        target.fill(with: 0, byteCount: rowByteCount, call.workers)
      }
    }
  }

  /// By halves, as bsearch of the C library does, which decides where keys repeat or are in no order.
  private func row(of key: Int32, in keys: UnsafePointer<Int32>) -> Int? {
    var (low, high) = (0, rows)
    while low < high {
      let middle = (low + high) / 2
      // The difference wraps around.
      let comparison = key &- keys[middle]
      if comparison == 0 { return middle }
      if comparison < 0 { high = middle } else { low = middle + 1 }
    }
    return nil
  }
}
