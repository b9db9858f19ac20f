import Foundation
import Testing

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
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Without the standard library, which is there for this machine alone.
    process.arguments = ["swiftc", "-typecheck", "-parse-stdlib", "-target", triple, Self.file.path]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let output = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect((process.terminationStatus == 0) == message.isEmpty, "\(output)")
    #expect(message.isEmpty || output.contains(message), "\(output)")
  }
}
