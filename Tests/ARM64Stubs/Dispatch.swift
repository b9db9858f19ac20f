/// Runs its work at once, on the caller's thread: nothing that is tried on arm64 is asynchronous.
public final class DispatchQueue: Sendable {
  public init(label: String) {}

  public func async(execute work: @escaping @Sendable () -> Void) { work() }
}
