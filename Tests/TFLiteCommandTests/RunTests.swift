import Foundation
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteSchema
import TestModels
import Testing

/// `tflite run`.
@Suite struct RunTests {
  private let folder: TemporaryFolder
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    // left · 0.5 + (right − 7) · 0.25, in steps of 1.
    model = try folder.write(try ModelSketch.binary(.add, AddOptions()).model.serialized(), "add.tflite")
  }

  private func array(_ values: [UInt8], _ name: String) throws -> String {
    try folder.write(try NPYFile.encode(TensorValues(type: .uint8, shape: [2, 3], bytes: values)), name)
  }

  @Test func writesInputsAndOutputs() throws {
    let (left, right) = (try array([2, 4, 6, 8, 10, 12], "left.npy"), try array([7, 7, 7, 11, 11, 255], "right.npy"))
    let output = folder.path("out.npz")
    let run = try Command("run", model, "--input", left, "--input", "right=\(right)", "-o", output)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "" && run.errors == "")
    let archive = try NPZArchive(ByteSlice(mappingFile: output))
    #expect(archive.arrayNames == ["input0", "input1", "output0"])
    #expect(try archive.array(named: "input0")?.bytes == [2, 4, 6, 8, 10, 12])
    #expect(try archive.array(named: "output0")?.bytes == [1, 2, 3, 5, 6, 68])
    let index = try #require(try archive.text(ofFile: "index.json"))
    let records = try #require(try JSONSerialization.jsonObject(with: Data(index.utf8)) as? [String: [String: Any]])
    #expect(records.keys.sorted() == ["input0", "input1", "output0"])
    #expect(records["input1"]?["tensor"] as? String == "right")
    #expect(records["input1"]?["scales"] as? [Double] == [0.25])
    #expect(records["input1"]?["zero_points"] as? [Int] == [7])
    #expect(records["output0"]?["shape"] as? [Int] == [2, 3])
    #expect(records["output0"]?["type"] as? String == "UINT8")
    #expect(records["output0"]?["tensor_index"] as? Int == 2)
    #expect(records["output0"]?["operator_index"] is NSNull)

    // What was written can be fed again.
    let again = folder.path("again.npz")
    #expect(try Command("run", model, "--input", output, "-o", again).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: again)) == Data(contentsOf: URL(fileURLWithPath: output)))
  }

  @Test func writesRealValues() throws {
    let output = folder.path("out.npz")
    let left = try array([2, 4, 6, 8, 10, 12], "left.npy")
    #expect(try Command("run", model, "--input", left, "--input", left, "--float", "-o", output).status == 0)
    let archive = try NPZArchive(ByteSlice(mappingFile: output))
    #expect(try archive.array(named: "input0")?.numbers == [1, 2, 3, 4, 5, 6])
    #expect(try archive.array(named: "input1")?.numbers == [-1.25, -0.75, -0.25, 0.25, 0.75, 1.25])
  }

  @Test func printsOutputs() throws {
    let left = try array([2, 4, 6, 8, 10, 12], "left.npy")
    let right = try array([7, 7, 7, 7, 7, 7], "right.npy")
    let run = try Command("run", model, "--input", left, "--input", right)
    #expect(
      run.output == """
        output0  output  UINT8 [2, 3]
          from 1.0 to 6.0
          all: [0] 1.0, [1] 2.0, [2] 3.0, [3] 4.0, [4] 5.0, [5] 6.0

        """)
  }

  @Test func inputsThatDoNotFit() throws {
    let left = try array([2, 4, 6, 8, 10, 12], "left.npy")
    let broken = try folder.write([1], "broken.npz")
    let picture = try folder.write(QuarteredPicture.threeObjects.ppm, "picture.ppm")
    for (arguments, subject, word) in [
      ([], model, "no value is given for the input \"left\""), (["--input", left], left, "\"right\""),
      (["--input", broken], broken, "no archive"), (["--input", "random:x"], model, "no seed"),
      (["--input", folder.path("missing.npy")], folder.path("missing.npy"), "No such file"),
      ([picture], picture, "takes no picture"),
    ] as [([String], String, String)] {
      let run = try Command(["run", model] + arguments)
      #expect(run.status == 1, "\(arguments)")
      #expect(run.output == "")
      #expect(run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("tflite: \(subject): ") && run.errors.contains(word), "\(run.errors)")
    }
    #expect(try Command("run").status == 64)
    #expect(try Command("run", model, "--threads", "0").status == 64)
  }

  /// A disk that is full: nothing half-written stays.
  @Test func fullDisk() throws {
    let run = try Command("run", model, "--input", "random:1", "-o", "/dev/full")
    #expect(run.status == 1)
    #expect(run.errors == "tflite: /dev/full: cannot be written: No space left on device\n")

    let results = folder.path("results")
    try FileManager.default.createDirectory(atPath: results, withIntermediateDirectories: true)
    let limited = try Command(
      limitingFilesToBlocks: 1, "run", model, "--input", "random:1", "-o", results + "/out.npz")
    #expect(limited.status == 1)
    #expect(limited.errors.hasPrefix("tflite: \(results)/out.npz: cannot be written: "), "\(limited.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: results) == [])
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: ZooSelection.all)
  func modelsOfTheZoo(_ name: String) throws {
    let output = folder.path("out.npz")
    for arguments in [[ZooSelection.photograph], ["--input", "random:3"]] {
      let run = try Command(["run", Zoo.model(name), "-o", output] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      let model = try Model(contentsOfFile: Zoo.model(name))
      let archive = try NPZArchive(ByteSlice(mappingFile: output))
      #expect(archive.arrayNames.count == model.subgraphs[0].inputs.count + model.subgraphs[0].outputs.count)
    }
  }

  /// A model made with PyTorch takes the three planes of a picture one after the other.
  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func planarPictures() throws {
    let output = folder.path("out.npz")
    let model = Zoo.model("det_retinaface/retinaface_torch.tflite")
    let run = try Command("run", model, ZooSelection.photograph, "-o", output)
    #expect(run.status == 0, "\(run.errors)")
    let input = try #require(try NPZArchive(ByteSlice(mappingFile: output)).array(named: "input0"))
    #expect(input.shape == [1, 3, 120, 160] && input.type == .float32)
    let picture = try Image(contentsOfFile: ZooSelection.photograph).resized(toWidth: 160, height: 120)
    let planes = (0..<3).flatMap { channel in
      stride(from: channel, to: picture.pixels.count, by: 3).map { picture.pixels[$0] }
    }
    #expect(input.numbers == planes.map { Double((Float($0) - 127.5) / 127.5) })
  }
}
