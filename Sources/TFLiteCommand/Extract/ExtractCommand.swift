import ArgumentParser
import TFLite
import TFLiteFlatBuffers
import TFLiteInspection
import TFLiteSchema

struct ExtractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Cuts operators out of a model into a model of its own.",
    discussion: """
      The new model holds the operators from --from to --to, both included, in the numbering of `tflite inspect`. Its \
      inputs are the tensors that they read and do not compute, its outputs those that the rest of the model reads. \
      Operators before them that only unpack weights for them come along. It is loaded and verified before it is written.

      Exit codes: 0 all went well; 1 the model has no such operators, or a file failed; 64 wrong usage.
      """)

  @OptionGroup var model: ModelArgument

  @Option(help: "The first operator.")
  var from: Int

  @Option(help: "The last operator. (default: the first one)")
  var to: Int?

  @Option(name: .shortAndLong, help: "The file for the new model.")
  var output: String

  func validate() throws {
    if from < 0 { throw ValidationError("--from must be at least 0.") }
    if let to, to < from { throw ValidationError("--to must not be less than --from.") }
  }

  func run() throws {
    try OutputFiles.check(output, model: model.name, inputs: [])
    let bytes = try StandardError.reportingFailure(of: model.name) {
      let loaded = try LocatedModel(model.name).load()
      let range = from...(to ?? from)
      let count = loaded.subgraphs[0].operators.count
      guard range.upperBound < count else { throw InspectionError.operatorsOutOfRange(range, count: count) }
      let bytes = try loaded.extracting(operators: Range(range)).serialized()
      // What cannot be read again is not worth writing.
      _ = try Model(ByteSlice(bytes))
      return bytes
    }
    try StandardError.reportingFailure(of: output) { try OutputFile.write(bytes, to: output) }
  }
}
