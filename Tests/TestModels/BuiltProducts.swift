import Foundation

/// The folder in which the build has put executables, beside the tests.
package enum BuiltProducts {
  package static let folder = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
    .resolvingSymlinksInPath().deletingLastPathComponent()

  /// An executable target's product.
  package static func executable(_ name: String) -> URL { folder.appendingPathComponent(name) }
}
