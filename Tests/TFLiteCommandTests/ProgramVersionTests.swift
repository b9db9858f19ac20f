import TFLite
import Testing

/// `tflite --version`.
@Suite struct ProgramVersionTests {
  @Test func isThatOfThePackage() throws {
    let command = try Command("--version")
    #expect(command.status == 0 && command.output == "tflite \(Runtime.version)\n" && command.errors.isEmpty)
  }
}
