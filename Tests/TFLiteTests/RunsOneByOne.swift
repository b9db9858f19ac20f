@testable import TFLite

extension Interpreter {
  /// All outputs of a run, and of one in which no operator does another's work, since an observer looks on.
  func invokeFusedAndOneByOne() throws -> (fused: [Tensor], oneByOne: [Tensor]) {
    func outputs() throws -> [Tensor] {
      try invoke()
      return try (0..<outputTensorCount).map { try output(at: $0) }
    }
    let fused = try outputs()
    observer = Observer { _ in .proceed }
    return (fused, try outputs())
  }
}
