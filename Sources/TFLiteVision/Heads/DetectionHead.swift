/// What the outputs of a detection model mean.
///
/// A ``Detector`` finds it out by itself where the model is one of the usual kinds: from metadata and operators, then from
/// the outputs' names, then from their shapes. Where it cannot, or the parameters are others, say it: by one of the heads
/// below, by name with ``init(named:options:)``, or with a ``HeadDecoder`` of your own.
public struct DetectionHead: Sendable {
  /// What messages call it.
  public let name: String

  let decoder: @Sendable (VisionModel) throws -> any HeadDecoder

  /// A head of your own.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - decoder: makes what reads the outputs; throws where they do not fit.
  public init(name: String, decoder: @escaping @Sendable (VisionModel) throws -> any HeadDecoder) {
    self.name = name
    self.decoder = decoder
  }

  /// A head of this package, by name.
  ///
  /// - Parameters:
  ///   - name: one of those that ``HeadKind/all`` lists.
  ///   - options: its parameters.
  /// - Throws: ``VisionError/unknownHead(_:)``, ``VisionError/invalidHeadOption(_:)`` for an option that it has not.
  public init(named name: String, options: HeadOptions = [:]) throws(VisionError) {
    guard let kind = HeadKind.all.first(where: { $0.name == name }) else { throw .unknownHead(name) }
    let known = kind.options.map(\.name)
    if let other = options.names.first(where: { !known.contains($0) }) {
      throw .invalidHeadOption(
        known.isEmpty
          ? "head \(name) has none, but \(other) is given"
          : "head \(name) has no \(other); it has \(known.joined(separator: ", "))")
    }
    self = kind.head(options)
  }
}

/// A kind of head that this package has.
public struct HeadKind: Sendable {
  /// A parameter of a head.
  public struct Option: Sendable {
    /// What it is called.
    public let name: String
    /// What it means, and what is taken where nothing is said.
    public let meaning: String
  }

  /// What it is called.
  public let name: String
  /// Which models have it, and the shapes of their outputs.
  public let summary: String
  /// Its parameters.
  public let options: [Option]

  /// Whether a model has such outputs.
  let match: @Sendable (VisionModel) -> HeadMatch
  private let decoder: @Sendable (VisionModel, HeadOptions) throws -> (any HeadDecoder)?

  /// - Parameters:
  ///   - options: names and meanings.
  ///   - match: whether a model has such outputs.
  ///   - decoder: makes what reads the outputs; nil where they are others.
  init(
    _ name: String, _ summary: String, options: KeyValuePairs<String, String> = [:],
    match: @escaping @Sendable (VisionModel) -> HeadMatch,
    decoder: @escaping @Sendable (VisionModel, HeadOptions) throws -> (any HeadDecoder)?
  ) {
    self.name = name
    self.summary = summary
    self.options = options.map { Option(name: $0.key, meaning: $0.value) }
    self.match = match
    self.decoder = decoder
  }

  /// The head with its parameters.
  func head(_ options: HeadOptions = [:]) -> DetectionHead {
    .checked(name) { try decoder($0, options) }
  }
}

extension DetectionHead {
  /// A head whose decoder is nil where the outputs are not the ones that it reads.
  static func checked(
    _ name: String, _ decoder: @escaping @Sendable (VisionModel) throws -> (any HeadDecoder)?
  ) -> DetectionHead {
    DetectionHead(name: name) { model in
      guard let decoder = try decoder(model) else {
        throw VisionError.unsuitableOutputs("its outputs (\(model.listing)) are not those of the stated head \(name)")
      }
      return decoder
    }
  }
}

/// How well a model's outputs fit a head.
enum HeadMatch: Sendable {
  case none
  /// Others have the same shapes.
  case possible
  case certain
}
