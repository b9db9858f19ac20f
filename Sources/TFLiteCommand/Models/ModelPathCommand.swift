import ArgumentParser
import TFLiteModelManager

struct ModelPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Prints where a downloaded model is.",
    discussion: """
      The path stays the same when the model is updated.

      Exit codes: 0 it is there; 1 it is not; 64 wrong usage.
      """)

  @Argument(help: "The model.", completion: .downloadedModel)
  var name: String

  @Flag(help: "Print the path of the labels that came with the model.")
  var labels = false

  func run() throws {
    try StandardError.reportingFailure(of: name) {
      let model = try ModelManager.modelManager().requireModel(name)
      guard labels else { return print(model.path) }
      guard let path = model.labelsPath else { throw ModelsProblem.noLabels }
      print(path)
    }
  }
}
