/// Why a command about downloaded models cannot do what it was asked for.
enum ModelsProblem: Error, CustomStringConvertible {
  /// An argument is no path and no name; the catalog may have a model of this name, or downloaded ones similar names.
  case neitherFileNorModel(String, isOffered: Bool, nearest: [String])
  /// No model of this name has been downloaded; these have similar names.
  case notDownloaded(nearest: [String])
  /// What `--from` names is not there.
  case noIndex
  /// An address does not end with a name for the model.
  case namelessAddress
  /// A model came from where only another program can ask.
  case unreachableOrigin(String)
  /// A model has no labels of its own to name a file of.
  case noLabels

  var description: String {
    switch self {
    case .neitherFileNorModel(let name, isOffered: true, _):
      "No such file, and no downloaded model of this name; `tflite models add \(name)` downloads one"
    case .neitherFileNorModel(_, _, let nearest):
      "No such file, and no downloaded model of this name"
        + (nearest.isEmpty
          ? "; `tflite models list` shows the downloaded ones, `tflite models list --available` others"
          : Self.question(nearest))
    case .notDownloaded(let nearest):
      "no model of this name has been downloaded"
        + (nearest.isEmpty ? "; `tflite models list` shows those there are" : Self.question(nearest))
    case .noIndex: "--from names no index: an address with https, an index file, or a folder of models is expected"
    case .namelessAddress: "the address does not end with a name; give the model one with --name"
    case .unreachableOrigin(let origin):
      "the model has come from elsewhere (\(origin)), where only that program can ask"
    case .noLabels: "the model came without a file of labels"
    }
  }

  /// What is printed where nothing was downloaded yet.
  static let noModels = "no models; `tflite models list --available` shows some, `tflite models add NAME` downloads one"

  /// Asks whether a similar name was meant, or tells what names there are.
  static func suggestion(for name: String, among names: [String]) -> String {
    let nearest = NearestNames.of(name, among: names)
    if !nearest.isEmpty { return question(nearest) }
    let shown = names.prefix(10)
    return (shown.isEmpty ? "" : "; it has \(shown.joined(separator: ", "))")
      + (names.count > shown.count ? " and \(names.count - shown.count) more" : "")
  }

  private static func question(_ nearest: [String]) -> String {
    "; did you mean \(nearest.joined(separator: " or "))?"
  }
}
