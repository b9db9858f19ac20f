import TestModels
import Testing

/// The engine is compiled for arm64 with stand-ins for the modules that have no interface there.
@Suite struct ARM64SourcesTests {
  @Test func theEngineUsesNoMoreThanTheStubsHave() throws {
    let stubs = try StubModules(arm64: ["Dispatch", "FoundationEssentials"])
    try stubs.compile(
      StubModules.sources(of: "TFLite"), into: "TFLite",
      options: ["-enable-experimental-feature", "BuiltinModule"])
  }
}
