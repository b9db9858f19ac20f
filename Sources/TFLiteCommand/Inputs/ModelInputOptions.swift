import ArgumentParser
import Foundation
import TFLiteInspection
import TFLiteSchema
import TFLiteVision

/// What a model is fed, in every command that runs any model.
struct ModelInputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A value for an input: a .npy, a .npz, a picture, a file of raw bytes or of lines, or random:SEED.",
      discussion: """
        Once for each input, in the order of the model's inputs, or with the inputs' names in front. The arrays of a \
        .npz are matched by the inputs' names, or input0, input1, … random:SEED fills every input that has no value. An input \
        of strings takes a text file with a line for each.
        """,
      valueName: "[NAME=]FILE"))
  var input: [String] = []

  @OptionGroup var pictureOptions: PictureOptions

  /// Reads the values for the inputs of a model.
  ///
  /// - Parameters:
  ///   - pictures: files that stand on the command line without `--input`.
  ///   - fallback: what is fed where nothing at all is given.
  ///   - processor: says how much memory the values may take.
  func feed(
    _ model: Model, pictures: [String], fallback: InputArgument? = nil, within processor: ProcessorOptions
  ) throws -> ModelFeed {
    let graph = model.subgraphs[0]
    let names = graph.inputs.map { graph.tensors[Int($0)].name }
    var arguments = try input.map { try InputArgument($0, inputNames: names) }
    arguments += try pictures.map { path in
      let isArray = ["npy", "npz"].contains((path as NSString).pathExtension.lowercased())
      return isArray ? try InputArgument(path, inputNames: []) : InputArgument(picture: path)
    }
    if arguments.isEmpty, let fallback { arguments.append(fallback) }
    return try ModelFeed(
      arguments, for: model, fitting: pictureOptions.fitting ?? .stretch, resampling: pictureOptions.resampling,
      order: pictureOptions.channels ?? .rgb, memoryLimit: processor.memoryLimit.byteCount)
  }

  /// The files that are read, and must not be overwritten. Names of inputs and of files may have a `=` in them: what
  /// stands behind any of them counts, and so does the whole.
  func files(pictures: [String]) -> [String] {
    let unnamed = input.flatMap { text in
      text.indices.filter { text[$0] == "=" }.map { String(text[text.index(after: $0)...]) }
    }
    return pictures + input + unnamed
  }

  /// What a model is fed, for a person.
  func summary(pictures: [String]) -> [String] { pictures + input }

  /// The file that errors about inputs are about: the only one there is, or the model.
  func subject(pictures: [String], model: String) -> String {
    let given = pictures + input.filter { !$0.contains("random:") && !$0.contains("=") }
    return given.count == 1 ? given[0] : model
  }
}
