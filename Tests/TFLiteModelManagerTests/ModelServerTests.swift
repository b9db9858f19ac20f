import Foundation
import TestModelServer
import Testing

@testable import TFLiteModelManager

/// The server of these tests.
@Suite struct ModelServerTests {
  /// More servers than Dispatch has threads take turns.
  @Test func hundredsOfServers() async throws {
    try await withThrowingTaskGroup(of: Data.self) { group in
      for number in 0..<300 {
        group.addTask {
          let hosting = try await Hosting()
          hosting.server.files["/number"] = .init(Data("\(number)".utf8))
          return try await HTTPClient(hosting.manager.configuration).get(hosting.server.url("/number")).body
        }
      }
      let bodies = try await group.reduce(into: Set()) { $0.insert($1) }
      #expect(bodies.count == 300)
    }
  }
}
