/// Why an output cannot be where it was wanted, for a message that names the output itself.
enum OutputProblem: Error, CustomStringConvertible {
  /// Another result of the same run goes to the same file, by this path.
  case sameFile(as: String)
  /// A report replaces its folder as a whole, and this file, which is read or written, too, lies in it.
  case insideReport(String)
  /// The frames of a video lie in the folder that is to get those with boxes.
  case folderOfFrames

  var description: String {
    switch self {
    case .sameFile(let other): "not written: another result goes to the same file, \(other)"
    case .insideReport(let path): "not replaced by a report: \(path) lies in it, which is read or written, too"
    case .folderOfFrames: "not written into: it is the folder of the frames that are read; name another one"
    }
  }
}
