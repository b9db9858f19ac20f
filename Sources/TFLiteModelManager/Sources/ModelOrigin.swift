import Foundation

/// Where an installed model has come from.
public enum ModelOrigin: Codable, Equatable, Sendable {
  /// The address of a model file.
  case url(URL)
  /// The address of an index.
  case index(URL)
  /// A folder of this machine.
  case folder(URL)
  /// A Firebase project, which only its owner can ask.
  case firebase(project: String)
  /// A source of the caller's.
  case custom(String)

  /// A source of this kind; nil for those that need more than an address.
  public var source: (any ModelSource)? {
    switch self {
    case .url(let url): URLModelSource(url)
    case .index(let url): IndexModelSource(url)
    case .folder(let url): FolderModelSource(url)
    case .firebase, .custom: nil
    }
  }
}
