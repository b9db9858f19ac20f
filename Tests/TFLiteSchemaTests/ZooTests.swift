import Foundation
import TFLiteFlatBuffers
import Testing

@testable import TFLiteSchema

@Suite(.enabled(if: Zoo.isPresent, Zoo.absence))
struct ZooTests {
  @Test func everyone() {
    for e in Zoo.entries {
      do { let m = try Model(contentsOfFile: e.path); _ = m } catch { print("XX", e.file, e.oracle, error) }
    }
  }
}
