/// The delegate that runs models on Apple's Neural Engine with TensorFlowLiteSwift.
///
/// It can be configured, but an ``Interpreter`` refuses it: see ``Delegate``.
public final class CoreMLDelegate: Delegate {
  /// The options that were given.
  public let options: Options

  /// A structure without contents.
  public private(set) var cDelegate: CDelegate

  /// Makes a delegate.
  ///
  /// - Returns: nil where ``Options-swift.struct/enabledDevices`` asks for a Neural Engine, as this package reaches none.
  ///   Programs that fall back on the processor then do so.
  public init?(options: Options = Options()) {
    guard options.enabledDevices == .all else { return nil }
    self.options = options
    cDelegate = .allocate(capacity: 1)
  }

  deinit { cDelegate.deallocate() }
}

extension CoreMLDelegate {
  /// Which devices may be used.
  public enum EnabledDevices: Equatable, Hashable, Sendable {
    /// Those with a Neural Engine.
    case neuralEngine
    /// All.
    case all
  }

  /// How Core ML would be used.
  public struct Options: Equatable, Hashable, Sendable {
    /// Which devices may be used.
    public var enabledDevices: EnabledDevices = .neuralEngine

    /// The version of Core ML; 0 stands for the latest.
    public var coreMLVersion = 0

    /// The most parts of the model that may be handed over; 0 sets no limit.
    public var maxDelegatedPartitions = 0

    /// The fewest operators that make a part.
    public var minNodesPerPartition = 2

    /// The defaults.
    public init() {}
  }
}
