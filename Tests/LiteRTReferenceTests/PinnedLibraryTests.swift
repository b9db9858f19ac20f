import Foundation
import LiteRTPythonReference
import LiteRTReference
import Testing

/// The library that is fetched is the one that is expected.
struct PinnedLibraryTests {
  @Test func scriptAndModuleAgree() throws {
    let script = try String(contentsOf: Fixtures.packageRoot.appending(path: "Scripts/lib/litert.sh"), encoding: .utf8)
    #expect(script.contains("litert_version=\(LiteRTLibrary.pinnedVersion)\n"))
    #expect(script.contains("litert_python_version=\(LiteRTPython.pinnedVersion)\n"))
    #expect(script.contains("litert_library_sha256=\(LiteRTLibrary.pinnedSHA256)\n"))
  }
}
