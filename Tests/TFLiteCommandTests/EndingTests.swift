import Foundation
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteSchema
import TestModels
import Testing

/// The program in the middle of its work when a signal ends it: what is done is whole, and nothing half written stays.
@Suite struct EndingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The program, for which no signal is ignored, whoever started the tests.
  private func start(
    _ arguments: [String], input: Any? = FileHandle.nullDevice, output: FileHandle = .nullDevice,
    errors: Any? = FileHandle.nullDevice
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["--default-signal=INT", "--default-signal=TERM", BuiltProducts.executable("tflite").path] + arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return process
  }

  private func wait(for process: Process, until isReached: () throws -> Bool) rethrows {
    while process.isRunning, try !isReached() { Thread.sleep(forTimeInterval: 0.002) }
  }

  private func names(in place: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place)
  }

  private func isEnded(_ process: Process, by signal: Int32) -> Bool {
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal && process.terminationStatus == signal
  }

  @Test(arguments: [SIGINT, SIGTERM]) func nothingStaysOfAReport(signal: Int32) throws {
    let process = try start(["trace", "code_detector", SampleCodes.picturePath, "--html", folder.path("report")])
    try wait(for: process) { try !names(in: folder.path).isEmpty }
    kill(process.processIdentifier, signal)
    #expect(isEnded(process, by: signal))
    #expect(try names(in: folder.path).isEmpty)
  }

  /// Who starts a program so that it ignores a signal wants it to be finished.
  @Test func ignoredSignalsStayIgnored() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "trap '' INT HUP; exec \"$0\" \"$@\"", BuiltProducts.executable("tflite").path, "trace", "code_detector",
      SampleCodes.picturePath, "--html", folder.path("report"),
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    try wait(for: process) { try !names(in: folder.path).isEmpty }
    for signal in [SIGINT, SIGHUP] { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try names(in: folder.path) == ["report"])
  }

  /// A file that takes some time to be written. It may be there before the signal is.
  @Test(arguments: [SIGINT, SIGTERM]) func aFileIsTheOldOneOrTheNewOne(signal: Int32) throws {
    var sketch = ModelSketch()
    let count: Int32 = 32 << 20
    let input = sketch.tensor("input", [1, count])
    let shape = sketch.plain("shape", [1], .int32, data: [UInt8]([count] as [Int32]))
    let output = sketch.tensor("output", [count])
    sketch.step(OperatorCode(.reshape), inputs: [input, shape], outputs: [output])
    sketch.graph.inputs = [input]
    sketch.graph.outputs = [output]
    let model = try folder.write(try sketch.model.serialized(), "model.tflite")
    let old = Array("what was there".utf8)
    let file = try folder.write(old, "results/values.npz")

    let process = try start(["run", model, "--input", "random:1", "-o", file])
    try wait(for: process) { try names(in: folder.path("results")).count > 1 }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(try names(in: folder.path("results")) == ["values.npz"])
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    if bytes != old { #expect(try NPZArchive(ByteSlice(bytes)).arrayNames == ["input0", "output0"]) }
  }

  /// The lines of JSON that `tflite detect --stream` has printed, each of which is whole.
  private func lineCount(_ output: URL) throws -> Int {
    let text = try String(contentsOf: output, encoding: .utf8)
    #expect(text.hasSuffix("\n"))
    let lines = text.split(separator: "\n")
    for (number, line) in lines.enumerated() {
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(record?["frame"] as? Int == number)
    }
    return lines.count
  }

  /// The frame that is being worked on is the last one.
  @Test func aStreamEndsBetweenFrames() throws {
    let count = 3000
    let samples = try folder.makeSamples(count)
    let output = URL(fileURLWithPath: try folder.write([], "output.json"))
    let errors = Pipe()
    let drawn = folder.path("drawn")
    let process = try start(
      ["detect", "--stream", "--threads", "1", samples, "-o", drawn],
      output: try FileHandle(forWritingTo: output), errors: errors)
    try wait(for: process) { try Data(contentsOf: output).count > 2000 }
    kill(process.processIdentifier, SIGINT)
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(isEnded(process, by: SIGINT))
    let done = try lineCount(output)
    #expect(done > 0 && done < count)
    #expect(message == "tflite: interrupted: \(done) \(done == 1 ? "frame is" : "frames are") done\n", "\(message)")
    let pictures = try names(in: drawn)
    #expect(pictures.count == done)
    for picture in pictures { _ = try Image(contentsOfFile: drawn + "/" + picture) }
  }

  /// It need not wait for a frame that never comes.
  @Test(arguments: [[], ["--drop-frames"]] as [[String]]) func aStreamThatWaitsEndsAtOnce(_ options: [String]) throws {
    let model = try folder.write(try ModelSketch.detector().model.serialized(), "model.tflite")
    let output = URL(fileURLWithPath: try folder.write([], "output.json"))
    let (input, errors) = (Pipe(), Pipe())
    let process = try start(
      ["detect", "--model", model, "--stream", "-"] + options, input: input,
      output: try FileHandle(forWritingTo: output), errors: errors)
    try input.fileHandleForWriting.write(contentsOf: Data(QuarteredPicture.threeObjects.ppm))
    try wait(for: process) { try Data(contentsOf: output).last == UInt8(ascii: "\n") }
    kill(process.processIdentifier, SIGINT)
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(isEnded(process, by: SIGINT))
    #expect(try lineCount(output) == 1)
    #expect(message == "tflite: interrupted: 1 frame is done\n", "\(message)")
    try input.fileHandleForWriting.close()
  }
}
