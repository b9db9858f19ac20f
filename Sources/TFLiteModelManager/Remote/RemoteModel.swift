/// A model that is somewhere else.
public protocol RemoteModel: Sendable {
  /// What the model is asked for with, and kept under.
  var name: String { get }

  /// Where it comes from; nil stands for the manager's source.
  var source: (any ModelSource)? { get }

  /// The variant that is wanted; nil takes the one that falls to this installation.
  var variant: String? { get }
}

/// A model of the caller's on a server.
public final class CustomRemoteModel: RemoteModel {
  /// What the model is asked for with, and kept under.
  public let name: String
  /// Where the model comes from; nil stands for the manager's source.
  public let source: (any ModelSource)?
  /// The variant that is wanted; nil takes the one that falls to this installation.
  public let variant: String?

  /// Names a model.
  ///
  /// - Parameters:
  ///   - name: what the model is asked for with.
  ///   - source: where it comes from; nil stands for the manager's source.
  ///   - variant: the variant that is wanted; nil takes the one that falls to this installation.
  public init(name: String, source: (any ModelSource)? = nil, variant: String? = nil) {
    self.name = name
    self.source = source
    self.variant = variant
  }

  /// Names a model of a Firebase project.
  ///
  /// - Parameters:
  ///   - remoteModelSource: the model's name in the project.
  ///   - source: the ``FirebaseProject``, or what takes its place; nil stands for the manager's source, which has to be set
  ///     then.
  public convenience init(remoteModelSource: FirebaseModelSource, source: (any ModelSource)? = nil) {
    self.init(name: remoteModelSource.name, source: source)
  }
}

/// The name of a model in a Firebase project.
public final class FirebaseModelSource: Sendable {
  /// The name that the model was given in the project.
  public let name: String

  /// Names a model.
  public init(name: String) { self.name = name }
}

/// A model that AutoML has trained, on a server, under its older name.
public final class AutoMLRemoteModel: RemoteModel {
  /// What the model is asked for with, and kept under.
  public let name: String
  /// Where the model comes from; nil stands for the manager's source.
  public let source: (any ModelSource)?
  /// The one that falls to this installation.
  public var variant: String? { nil }

  /// Names a model.
  ///
  /// - Parameters:
  ///   - name: what the model is asked for with.
  ///   - source: where it comes from; nil stands for the manager's source, which has to be set then.
  public init(name: String, source: (any ModelSource)? = nil) {
    self.name = name
    self.source = source
  }
}
