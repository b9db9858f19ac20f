/// When a download may be made.
public struct ModelDownloadConditions: Equatable, Sendable {
  /// Whether data of a mobile phone contract may be used. Machines without such a contract always download.
  public var allowsCellularAccess: Bool
  /// Whether the download may go on while the app is in the background. Linux knows no background: downloads go on.
  public var allowsBackgroundDownloading: Bool

  /// Cellular access, and no work in the background.
  public init() { self.init(allowsCellularAccess: true, allowsBackgroundDownloading: false) }

  /// Names the conditions.
  public init(allowsCellularAccess: Bool, allowsBackgroundDownloading: Bool) {
    self.allowsCellularAccess = allowsCellularAccess
    self.allowsBackgroundDownloading = allowsBackgroundDownloading
  }
}
