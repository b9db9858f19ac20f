import Synchronization
import TFLiteKernels
import TFLiteSchema
import Testing

/// Products of matrices without elements take no work, however many rows they have.
@Suite(.timeLimit(.minutes(30))) struct EmptyProductTests {
  /// Two threads that only count what they are given.
  private final class CountedWork: Workers {
    let threadCount = 2
    private let total = Mutex(0)

    var chunkCount: Int { total.withLock { $0 } }

    func run(chunkCount: Int, _ body: (Int) -> Void) { total.withLock { $0 += chunkCount } }
  }

  private static func product(rows: Int, columns: Int, _ type: TensorType, _ output: TensorType) -> OperatorContext {
    OperatorContext(
      .batchMatMul, BatchMatMulOptions(),
      inputs: [.activation(0, [rows, 4], type, scale: [0.5]), .activation(1, [4, columns], type, scale: [0.5])],
      outputs: [.activation(2, [rows, columns], output, scale: [0.5])])
  }

  @Test func productsOfRealNumbersAreCounted() throws {
    for (rows, columns, isWork) in [(1 << 40, 0, false), (0, 1 << 40, false), (8, 8, true)] {
      let work = CountedWork()
      let results = try Self.product(rows: rows, columns: columns, .float32, .float32).run(
        .batchMatMul, [[UInt8](repeating: 0, count: 128), [UInt8](repeating: 0, count: 128)], as: Float.self,
        workers: work)
      #expect(results.count == rows * columns)
      #expect((work.chunkCount > 0) == isWork, "\(rows) rows, \(columns) columns")
    }
  }

  /// Where rows are counted one by one, nobody lives to see the last.
  @Test(arguments: [(TensorType.int8, TensorType.int8), (.int8, .int32), (.int16, .int16)])
  func productsOfIntegersReturn(types: (operand: TensorType, output: TensorType)) throws {
    let results = try Self.product(rows: 1 << 62, columns: 0, types.operand, types.output).run(
      .batchMatMul, [[], []], as: UInt8.self)
    #expect(results.isEmpty)
  }
}
