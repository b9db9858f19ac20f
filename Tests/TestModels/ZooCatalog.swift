import Foundation
import TFLiteSchema

extension Zoo {
  /// What the catalog says about a model.
  package struct Entry: Decodable, Sendable {
    package struct Tensor: Decodable, Sendable {
      package let name: String
      package let shape: [Int32]?
      package let dtype: String
    }

    package let file: String
    package let family: String
    package let inputs: [Tensor]?
    package let outputs: [Tensor]?
    package let ops: [String: Int]?
    package let size: Int
    /// Which program can tell what is right: `c`, `c-static`, `python`, or `none`.
    package let oracle: String
    package let embedded_files: [String]
    package let metadata: Bool

    package var path: String { Zoo.model(file) }
  }

  /// All models; empty if there is no zoo.
  package static let entries: [Entry] = {
    guard isPresent else { return [] }
    do {
      return try JSONDecoder().decode(
        [Entry].self, from: Data(contentsOf: folder.appendingPathComponent("catalogue.json")))
    } catch {
      fatalError("the catalog of the zoo cannot be read: \(error)")
    }
  }()

  /// Models that a runtime is known to load and run.
  package static let runnable = entries.filter { $0.oracle != "none" }
}

extension Zoo {
  /// The detectors whose convolutions are of 8 bits, by their path among the models.
  package static let quantizedDetectors: [String] = quantizedModels(named: ["det_"])

  /// The same, with image labelers and classifiers.
  package static let quantizedVisionModels: [String] = quantizedModels(named: ["det_", "lab_", "cls_"])

  private static func quantizedModels(named prefixes: [String]) -> [String] {
    runnable.filter { entry in prefixes.contains { entry.file.hasPrefix($0) } && hasQuantizedConvolutions(entry) }
      .map(\.file)
  }

  private static func hasQuantizedConvolutions(_ entry: Entry) -> Bool {
    do {
      let model = try Model(contentsOfFile: entry.path)
      let graph = model.subgraphs[0]
      return graph.operators.contains { step in
        model.operatorCode(of: step).builtinCode == .conv2D
          && [.uint8, .int8].contains(graph.tensors[Int(step.outputs[0])].type)
      }
    } catch {
      fatalError("\(entry.file) of the zoo cannot be read: \(error)")
    }
  }
}
