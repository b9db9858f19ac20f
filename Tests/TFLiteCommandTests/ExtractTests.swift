import Foundation
import TFLiteFlatBuffers
import TFLiteInspection
import TFLiteSchema
import TestModels
import Testing

/// `tflite extract`. That the C library computes the same bits with parts is shown with the parity tests.
@Suite struct ExtractTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func partsAreModelsOfTheirOwn() throws {
    let model = try folder.write(try ModelSketch.reshapeAtRunTime().model.serialized(), "model.tflite")
    let part = folder.path("part.tflite")
    let run = try Command("extract", model, "--from", "1", "-o", part)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "" && run.errors == "")
    let graph = try Model(contentsOfFile: part).subgraphs[0]
    #expect(graph.operators.count == 1)
    #expect(graph.inputs.map { graph.tensors[Int($0)].name } == ["reshaped"])
    #expect(graph.outputs.map { graph.tensors[Int($0)].name } == ["output"])
    #expect(try Command("run", part, "--input", "random:1").status == 0)
  }

  @Test func operatorsThatAreNotThere() throws {
    let model = try folder.write(try ModelSketch.conv2D().model.serialized(), "model.tflite")
    let part = folder.path("part.tflite")
    let run = try Command("extract", model, "--from", "0", "--to", "1", "-o", part)
    #expect(run.status == 1)
    #expect(run.errors == "tflite: \(model): there are no operators 0 to 1; the model has 0 to 0\n")
    #expect(!FileManager.default.fileExists(atPath: part))
    for arguments in [["--from", "-1"], ["--from", "1", "--to", "0"], ["--to", "1"], ["--from", "x"]] {
      #expect(try Command(["extract", model, "-o", part] + arguments).status == 64)
    }
    #expect(try Command("extract", model, "--from", "0").status == 64)
    #expect(try Command("extract", model, "--from", "0", "-o", "/dev/full").status == 1)
    #expect(try Command("extract", folder.path("missing"), "--from", "0", "-o", part).status == 1)
  }

  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"), arguments: ZooSelection.all)
  func modelsOfTheZoo(_ name: String) throws {
    let part = folder.path("part.tflite")
    #expect(try Command("extract", Zoo.model(name), "--from", "12", "--to", "20", "-o", part).status == 0)
    #expect(try Model(contentsOfFile: part).subgraphs[0].operators.count == 9)
    let run = try Command("run", part, "--input", "random:1")
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The weights of a convolution are unpacked by operators before it, which come along.
  @Test(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
  func weightsThatAreUnpackedElsewhere() throws {
    let model = try Model(contentsOfFile: Zoo.model(ZooSelection.halfPrecision))
    let operators = model.subgraphs[0].operators
    let position = try #require(operators.firstIndex { model.operatorCode(of: $0).builtinCode == .conv2D })
    let part = folder.path("part.tflite")
    #expect(
      try Command("extract", Zoo.model(ZooSelection.halfPrecision), "--from", "\(position)", "-o", part).status == 0)
    let cut = try Model(contentsOfFile: part)
    let graph = cut.subgraphs[0]
    #expect(graph.operators.map { cut.operatorCode(of: $0).name } == ["DEQUANTIZE", "DEQUANTIZE", "CONV_2D"])
    #expect(graph.inputs == [graph.operators[2].inputs[0]] && graph.outputs == graph.operators[2].outputs)

    // It computes what the whole model computes.
    let (whole, alone) = (folder.path("whole.npz"), folder.path("alone.npz"))
    let photograph = ZooSelection.photograph
    #expect(try Command("trace", Zoo.model(ZooSelection.halfPrecision), photograph, "-o", whole).status == 0)
    #expect(try Command("run", part, photograph, "-o", alone).status == 0)
    let name = "op000\(position)_out0"
    let expected = try #require(try NPZArchive(ByteSlice(mappingFile: whole)).array(named: name))
    #expect(try NPZArchive(ByteSlice(mappingFile: alone)).array(named: "output0") == expected)
  }
}
