import Foundation
import LiteRTReference
import Testing

@Suite(.enabled(if: Fixtures.isSupported, "the TFLite C library is published for Linux on x86-64 only"))
struct LiteRTLibraryTests {
  @Test func missingLibraryIsNamed() {
    #expect {
      try LiteRTLibrary(path: "/nonexistent/libLiteRt.so")
    } throws: { error in
      guard case .libraryNotLoaded(let path, let reason)? = error as? LiteRTError else { return false }
      return path == "/nonexistent/libLiteRt.so" && reason.contains("nonexistent")
    }
  }

  @Test func anotherLibraryIsNotTaken() {
    #expect(throws: LiteRTError.missingFunction(name: "LiteRtCreateEnvironment", path: "libm.so.6")) {
      try LiteRTLibrary(path: "libm.so.6")
    }
  }

  @Test func addsFloats() throws {
    let model = try LiteRTModel(library: Fixtures.library(), bytes: Fixtures.model("tiny_ops/multi_add.bin"))
    let shapes = model.inputs.map(\.shape)
    #expect(shapes == Array(repeating: [1, 8, 8, 3], count: 4))
    let inputs = (0..<4).map { k in Fixtures.bytes((0..<192).map { Float($0 * k) }) }
    let outputs = try model.run(inputs: inputs)
    #expect(outputs.map(\.name) == ["x", "y"])
    // x = input 0 + (input 1 + input 2), y = input 3 + (input 1 + input 2)
    #expect(outputs[0].elements(as: Float.self) == (0..<192).map { Float($0 * 3) })
    #expect(outputs[1].elements(as: Float.self) == (0..<192).map { Float($0 * 6) })
  }

  @Test(arguments: LiteRTKernelMode.allCases) func runsManyTimesInEveryMode(mode: LiteRTKernelMode) throws {
    let model = try LiteRTModel(
      library: Fixtures.library(), bytes: Fixtures.model("tiny_ops/multi_add.bin"), kernelMode: mode, threads: 2)
    for run in 0..<20 {
      let inputs = (0..<4).map { k in Fixtures.bytes((0..<192).map { Float($0 * k + run) }) }
      #expect(try model.run(inputs: inputs)[0].elements(as: Float.self) == (0..<192).map { Float($0 * 3 + 3 * run) })
    }
  }

  @Test func opensAFile() throws {
    let path = Fixtures.zoo.appending(path: "models/tiny_ops/multi_add.bin").path
    let model = try LiteRTModel(library: Fixtures.library(), path: path)
    #expect(model.outputs.map(\.type) == [.float32, .float32])
  }

  @Test func missingFileIsNamed() throws {
    let library = try Fixtures.library()
    #expect {
      try LiteRTModel(library: library, path: "/nonexistent/model.tflite")
    } throws: {
      ($0 as? LiteRTError)?.description.contains("/nonexistent/model.tflite") == true
    }
  }

  @Test func wrongInputsAreRefused() throws {
    let model = try LiteRTModel(library: Fixtures.library(), bytes: Fixtures.model("tiny_ops/multi_add.bin"))
    #expect(throws: LiteRTError.inputCount(expected: 4, provided: 1)) { try model.run(inputs: [[]]) }
    let short =
      [[UInt8](repeating: 0, count: 768), [1, 2, 3]] + Array(repeating: [UInt8](repeating: 0, count: 768), count: 2)
    #expect(throws: LiteRTError.inputSize(index: 1, name: model.inputs[1].name, expected: 768, provided: 3)) {
      try model.run(inputs: short)
    }
  }

  @Test(arguments: [[], [1, 2, 3], Array("no model at all, but long enough".utf8)])
  func bytesThatAreNoModelAreRefused(bytes: [UInt8]) throws {
    let library = try Fixtures.library()
    #expect(throws: LiteRTError.self) { try library.run(model: bytes, inputs: []) }
  }

  @Test func stringsAreRefused() throws {
    let library = try Fixtures.library()
    #expect(throws: LiteRTError.self) {
      try LiteRTModel(library: library, bytes: Fixtures.model("tiny_ops/string.bin"))
    }
  }

  /// The file gives the outputs of the post-processing no shape; the library gives it at run time.
  @Test func outputShapesAreThoseOfTheRun() throws {
    let model = try LiteRTModel(
      library: Fixtures.library(),
      bytes: Fixtures.model("det_ssd_mnv1_uint8/ssd_mobilenet_v1_coco_quant_postprocess_head_layers.tflite"))
    #expect(model.outputs.map(\.shape) == [[1, 20, 4], [1, 20], [1, 20], [1]])
    #expect(model.inputs.count == 12)
  }

  /// Everything a model holds is given back: thousands of compilations do not make the process grow. Runs in a process
  /// of its own, because other tests run at the same time.
  @Test func compilingDoesNotLeak() async {
    await #expect(processExitsWith: .success) {
      let library = try Fixtures.library()
      let bytes = try Fixtures.model("tiny_ops/multi_add.bin")
      let inputs = Array(repeating: [UInt8](repeating: 0, count: 768), count: 4)
      func compile(times: Int) throws {
        for _ in 0..<times { _ = try library.run(model: bytes, inputs: inputs) }
      }
      try compile(times: 500)
      let before = try Fixtures.residentKilobytes()
      try compile(times: 3000)
      let growth = try Fixtures.residentKilobytes() - before
      // One leaked buffer of 768 bytes in each run would already be 2250 KB.
      guard growth < 1000 else { throw Growth(kilobytes: growth) }
    }
  }

  struct Growth: Error { let kilobytes: Int }
}
