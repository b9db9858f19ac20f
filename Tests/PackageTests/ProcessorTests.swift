import Foundation
import Testing
import TestModels

/// Processors that the package cannot run on are refused by the compiler, with a message.
@Suite struct ProcessorTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/TFLiteCLibrary/Processor.swift")

  @Test(arguments: [
    ("x86_64-unknown-linux-gnu", ""), ("aarch64-unknown-linux-gnu", ""),
    ("s390x-unknown-linux-gnu", "no big-endian processor"), ("powerpc64-unknown-linux-gnu", "no big-endian processor"),
    ("i686-unknown-linux-gnu", "no 32-bit processor"), ("armv7-unknown-linux-gnueabihf", "no 32-bit processor"),
  ])
  func isRefused(triple: String, because message: String) throws {
    // Without the standard library, which is there for this machine alone.
    let compiler = try FinishedProgram(
      ["swiftc", "-typecheck", "-parse-stdlib", "-target", triple, Self.file.path], reading: .standardError)
    #expect((compiler.status == 0) == message.isEmpty, "\(compiler.text)")
    #expect(message.isEmpty || compiler.text.contains(message), "\(compiler.text)")
  }
}
