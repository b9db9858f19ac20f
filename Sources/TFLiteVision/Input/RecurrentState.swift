import TFLite
import TFLiteSchema

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a model for videos remembers: outputs that are inputs of its next run.
///
/// Files do not say which output belongs to which input: it is the one of the same type, shape and quantization, and of
/// several the one whose name ends most like the input's.
struct RecurrentState {
  private struct Link {
    let input: Int
    let output: Int
    /// Real zeros.
    let start: Data
  }

  private let links: [Link]
  /// What the inputs of the links get, in their order.
  private var values: [Data]

  /// - Parameter pictureInput: the position of the input that is no state.
  /// - Throws: ``VisionError/unsuitableInput(_:)`` for another input that no output can be fed back to.
  init(of graph: Subgraph, besides pictureInput: Int) throws(VisionError) {
    let outputs = graph.outputs.map { graph.tensors[Int($0)] }
    var free = Set(outputs.indices)
    var links: [Link] = []
    for (position, index) in graph.inputs.enumerated() where position != pictureInput {
      let input = graph.tensors[Int(index)]
      let ranked = free.filter { input.holdsTheSame(as: outputs[$0]) }
        .map { (output: $0, likeness: input.name.commonSuffixLength(with: outputs[$0].name)) }
        .sorted { $0.likeness > $1.likeness }
      guard let best = ranked.first, ranked.count == 1 || best.likeness > ranked[1].likeness,
        let byteCount = input.byteCount
      else {
        throw .unsuitableInput(
          "input \"\(input.name)\" takes no picture, and it is not clear which output, if any, is fed back to it")
      }
      free.remove(best.output)
      links.append(Link(input: position, output: best.output, start: Data(repeating: input.zero, count: byteCount)))
    }
    self.links = links
    values = links.map(\.start)
  }

  /// Whether the model remembers anything.
  var isEmpty: Bool { links.isEmpty }

  /// Forgets all pictures.
  mutating func reset() { values = links.map(\.start) }

  /// Gives the interpreter what the last run has left.
  func feed(_ interpreter: Interpreter) throws {
    for (link, value) in zip(links, values) { try interpreter.copy(value, toInputAt: link.input) }
  }

  /// Takes what a run has left.
  mutating func keep(from interpreter: Interpreter) throws {
    values = try links.map { try interpreter.output(at: $0.output).data }
  }
}

extension TensorInfo {
  fileprivate func holdsTheSame(as other: TensorInfo) -> Bool {
    type == other.type && shape == other.shape && quantization?.scale == other.quantization?.scale
      && quantization?.zeroPoint == other.quantization?.zeroPoint
  }

  /// The byte of which an element that stands for zero is made.
  fileprivate var zero: UInt8 {
    switch type {
    case .uint8, .int8: UInt8(truncatingIfNeeded: quantization?.zeroPoint.first ?? 0)
    default: 0
    }
  }
}

extension String {
  fileprivate func commonSuffixLength(with other: String) -> Int {
    zip(utf8.reversed(), other.utf8.reversed()).prefix { $0 == $1 }.count
  }
}
