/// The delegate that runs float models on Apple GPUs with TensorFlowLiteSwift.
///
/// It can be made and configured, but an ``Interpreter`` refuses it: see ``Delegate``.
public final class MetalDelegate: Delegate {
  /// The options that were given.
  public let options: Options

  /// A structure without contents.
  public private(set) var cDelegate: CDelegate

  /// Makes a delegate.
  public init(options: Options = Options()) {
    self.options = options
    cDelegate = .allocate(capacity: 1)
  }

  deinit { cDelegate.deallocate() }
}

extension MetalDelegate {
  /// How the GPU would be used.
  public struct Options: Equatable, Hashable, Sendable {
    /// Whether float32 may be computed in float16.
    public var isPrecisionLossAllowed = false

    /// The older name of ``isPrecisionLossAllowed``.
    @available(*, deprecated, message: "The name has changed", renamed: "isPrecisionLossAllowed")
    public var allowsPrecisionLoss: Bool {
      get { isPrecisionLossAllowed }
      set { isPrecisionLossAllowed = newValue }
    }

    /// How a thread waits for the GPU.
    public var waitType: ThreadWaitType = .passive

    /// Whether 8-bit models may run.
    public var isQuantizationEnabled = true

    /// The defaults.
    public init() {}
  }
}

/// How a thread waits for the GPU.
public enum ThreadWaitType: Equatable, Hashable, Sendable {
  /// It does not.
  case none
  /// It sleeps.
  case passive
  /// It spins, for a short latency.
  case active
  /// It spins and keeps the GPU awake.
  case aggressive
}
