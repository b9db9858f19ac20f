import TFLiteCLibrary

/// A model, what it is run on, and which of its outputs are wanted.
struct Request {
  let model: [UInt8]
  let runs: [[[UInt8]]]
  /// Indices of tensors.
  let wanted: [Int]

  /// nil at the end of standard input.
  init?() {
    guard let model = Self.blob() else { return nil }
    self.model = model
    guard let runCount = Self.number(), let inputCount = Self.number() else { return nil }
    var runs: [[[UInt8]]] = []
    for _ in 0..<runCount {
      var inputs: [[UInt8]] = []
      for _ in 0..<inputCount {
        guard let values = Self.blob() else { return nil }
        inputs.append(values)
      }
      runs.append(inputs)
    }
    self.runs = runs
    guard let count = Self.number() else { return nil }
    var wanted: [Int] = []
    for _ in 0..<count {
      guard let index = Self.number() else { return nil }
      wanted.append(index)
    }
    self.wanted = wanted
  }

  private static func number() -> Int? {
    bytes(4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
  }

  private static func blob() -> [UInt8]? { number().flatMap(bytes) }

  private static func bytes(_ count: Int) -> [UInt8]? {
    var all: [UInt8] = []
    while all.count < count {
      let part = [UInt8](unsafeUninitializedCapacity: count - all.count) { buffer, read in
        read = max(0, TFLiteCLibrary.read(STDIN_FILENO, buffer.baseAddress, buffer.count))
      }
      if part.isEmpty { return nil }
      all += part
    }
    return all
  }
}
