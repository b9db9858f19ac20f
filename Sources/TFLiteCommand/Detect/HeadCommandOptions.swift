import ArgumentParser
import TFLiteVision

/// What the outputs of a detection model mean, where it cannot be found out.
struct HeadCommandOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the model's outputs mean: one of the heads below. (default: found by metadata, names and shapes)",
      discussion: HeadKind.all.map { "    \($0.name): \($0.summary)" }.joined(separator: "\n")))
  var head: String?

  @Option(
    help: ArgumentHelp(
      "Parameters of the head: name=value,name=value.",
      discussion: HeadKind.all.filter { !$0.options.isEmpty }.map { kind in
        "    \(kind.name): " + kind.options.map { "\($0.name), \($0.meaning)" }.joined(separator: "; ")
      }.joined(separator: "\n")),
    transform: { text in
      do {
        return try HeadOptions(parsing: text)
      } catch {
        throw ValidationError("\(error)")
      }
    })
  var headOptions: HeadOptions?

  func validate() throws {
    if head == nil, headOptions != nil { throw ValidationError("--head-options goes with --head.") }
    do {
      _ = try detectionHead()
    } catch {
      throw ValidationError("\(error)")
    }
  }

  /// nil where it is to be found out.
  func detectionHead() throws(VisionError) -> DetectionHead? {
    guard let head else { return nil }
    return try DetectionHead(named: head, options: headOptions ?? [:])
  }
}

extension Slicing {
  /// `auto`, or a number of parts.
  init(argument: String) throws {
    if argument == "auto" {
      self = .automatic
    } else if let count = Int(argument), (1...1024).contains(count) {
      self = .parts(count)
    } else {
      throw ValidationError("'\(argument)' is neither auto nor a number of parts from 1 to 1024.")
    }
  }
}
