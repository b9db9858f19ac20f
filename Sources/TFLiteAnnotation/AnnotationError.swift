#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What can go wrong while a picture is annotated.
public enum AnnotationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The drawing library refuses; the reason is its own.
  case cannotDraw(reason: String)

  /// One line for people.
  public var description: String {
    switch self {
    case .cannotDraw(let reason): "the annotations cannot be drawn: \(reason)"
    }
  }
}

extension AnnotationError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
