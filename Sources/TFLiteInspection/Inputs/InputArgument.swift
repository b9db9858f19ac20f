/// What a person gives for an input of a model: `[NAME=]FILE` or `[NAME=]random:SEED`.
public struct InputArgument: Equatable, Sendable {
  /// The input's name in the model; nil for the next input that has no value yet.
  public let name: String?
  /// Where the values come from.
  public let source: Source

  /// Where the values of an input come from.
  public enum Source: Equatable, Sendable {
    /// A file with an array, an archive of arrays, a picture or raw bytes; its extension says which.
    case file(String)
    /// Noise. Without a name it is for every input that has no value yet.
    case random(seed: UInt64)
    /// A picture, whatever its name.
    case picture(String)
    /// What models can be measured on, for every input that has no value yet: noise, and 0 for integers of more than 16
    /// bits, which are mostly indices and shapes.
    case measurable
  }

  /// What models can be measured on where nobody gives them anything.
  public static let measurable = InputArgument(name: nil, source: .measurable)

  private init(name: String?, source: Source) {
    self.name = name
    self.source = source
  }

  /// Reads an argument of a command line. What stands before a `=` is a name only if an input of the model has it:
  /// files may have a `=` in their names too.
  ///
  /// - Throws: ``InspectionError/invalidSeed(_:)``.
  public init(_ text: String, inputNames: [String]) throws(InspectionError) {
    var name: String?
    var rest = text[...]
    for candidate in inputNames where text.hasPrefix(candidate + "=") && candidate.count > name?.count ?? -1 {
      name = candidate
      rest = text.dropFirst(candidate.count + 1)
    }
    self.name = name
    guard rest.hasPrefix("random:") else {
      source = .file(String(rest))
      return
    }
    let seed = rest.dropFirst("random:".count)
    guard let number = UInt64(seed) else { throw .invalidSeed(String(seed)) }
    source = .random(seed: number)
  }

  /// A picture for the next input that takes one.
  public init(picture path: String) {
    self.init(name: nil, source: .picture(path))
  }
}
