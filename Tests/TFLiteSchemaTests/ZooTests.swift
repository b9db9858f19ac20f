import Foundation
import TFLiteFlatBuffers
import TestModels
import Testing

@testable import TFLiteSchema

/// Real files.
@Suite(.enabled(if: Zoo.isPresent, "\(Zoo.absence)"))
struct ZooTests {
  /// Files that are refused, and why. Every other file of the zoo loads.
  private static let refused: [String: ModelError] = [
    "edgetpu_compiled/blazeface_front_128_ethosu.tflite": .inputNotProduced(
      OperatorReference(subgraph: 0, index: 1, name: "ethos-u"),
      TensorReference(subgraph: 0, index: 10, Fixture.tensor("main_split_1_scratch", .uint8, [393216]))),
    "invalid/0_subgraphs.bin": .noSubgraphs,
    "invalid/bad_model.tflite": .wrongIdentifier(expected: "TFL3", found: "n\\\'t "),
    "invalid/int32_max_dim.tflite": .wrongIdentifier(expected: "TFL3", found: #"\0\0\0\0"#),
    "invalid/invalid_model.bin": .wrongIdentifier(expected: "TFL3", found: " is "),
    "invalid/malicious.tflite": .wrongIdentifier(expected: "TFL3", found: #"\0\0\0\0"#),
    "invalid/multidim_overflow.tflite": .wrongIdentifier(expected: "TFL3", found: #"\0\0\0\0"#),
    "invalid/negative_overflow.tflite": .wrongIdentifier(expected: "TFL3", found: #"\0\0\0\0"#),
    "invalid/test_model_broken.bin": .wrongIdentifier(expected: "TFL3", found: #"\0\0\u{0E}\0"#),
    "invalid/valid_small.tflite": .wrongIdentifier(expected: "TFL3", found: #"\0\0\0\0"#),
    "tiny_ops/blockwise_quantized.tflite": .inputNotProduced(
      OperatorReference(subgraph: 0, index: 0, name: "ADD"),
      TensorReference(subgraph: 0, index: 2, Fixture.tensor("quantized_tensor", .int8, [64]))),
    "tiny_ops/lstm_calibrated2.bin": .negativeDimension(unusedLayerNormalization),
    "tiny_ops/lstm_quantized2.bin": .negativeDimension(unusedLayerNormalization),
    "tiny_ops/transpose.bin": .unsupportedVersion(2),
  ]

  private static let unusedLayerNormalization = TensorReference(
    subgraph: 0, index: 23, Fixture.tensor("output_gate_ln_weights-1", .float32, [-1]))

  @Test(arguments: Zoo.entries)
  func loadsOrSaysWhyNot(entry: Zoo.Entry) throws {
    if let error = Self.refused[entry.file] {
      #expect(throws: ModelError.inFile(entry.path, error)) { try Model(contentsOfFile: entry.path) }
      #expect(entry.oracle == "none", "another runtime runs it")
      return
    }
    let model = try Model(contentsOfFile: entry.path)
    #expect(model.version == 3)
    if let inputs = entry.inputs {
      let main = model.subgraphs[0]
      #expect(main.inputs.map { main.tensors[Int($0)].name } == inputs.map(\.name))
      #expect(main.inputs.map { main.tensors[Int($0)].type.schemaName } == inputs.map(\.dtype))
    }
  }

  /// The catalog counts the operators of all subgraphs by name and version.
  @Test(arguments: Zoo.runnable)
  func hasTheOperatorsOfTheCatalog(entry: Zoo.Entry) throws {
    let model = try Model(contentsOfFile: entry.path)
    var counts: [String: Int] = [:]
    for `operator` in model.subgraphs.flatMap(\.operators) {
      let code = model.operatorCode(of: `operator`)
      let name = code.builtinCode == .custom ? "CUSTOM:\(code.customCode)" : code.name
      counts["\(name) v\(code.version)", default: 0] += 1
    }
    #expect(counts == entry.ops)
  }

  @Test(arguments: Zoo.runnable)
  func survivesBeingWrittenAndRead(entry: Zoo.Entry) throws {
    let model = try Model(contentsOfFile: entry.path)
    for placement in [BufferPlacement.inside, .behind] {
      let bytes = ByteSlice(try model.serialized(bufferPlacement: placement))
      let again = try Model(bytes)
      #expect(again == model, "\(placement)")
      for buffer in again.buffers {
        guard let data = buffer.data, !data.isEmpty else { continue }
        #expect(try #require(data.offset(in: bytes)) % 16 == 0)
      }
    }
  }

  /// Constants are slices of the file, and have as many bytes as their shape and type say.
  @Test(arguments: Zoo.runnable)
  func leavesConstantsInTheFile(entry: Zoo.Entry) throws {
    let file = try ByteSlice(mappingFile: entry.path)
    let model = try Model(file)
    for tensor in model.subgraphs.flatMap(\.tensors) {
      guard let data = model.constantData(of: tensor) else { continue }
      #expect(data.isEmpty || data.offset(in: file) != nil)
      if tensor.sparsity == nil, tensor.type != .string { #expect(data.count == tensor.byteCount) }
    }
  }

  @Test(arguments: Zoo.runnable)
  func exposesEveryResult(entry: Zoo.Entry) throws {
    let model = try Model(contentsOfFile: entry.path)
    let exposed = model.exposingIntermediates()
    try exposed.verify()
    let main = exposed.subgraphs[0]
    #expect(Set(main.outputs).count == main.outputs.count)
    for output in model.subgraphs[0].operators.flatMap(\.outputs) {
      let type = main.tensors[Int(output)].type
      #expect(main.outputs.contains(output) == (type != .resource && type != .variant))
    }
    for output in model.subgraphs[0].outputs { #expect(main.outputs.contains(output)) }
  }

  /// Each operator, and each half, cut out of its model is a model.
  @Test(arguments: Zoo.runnable)
  func cutsOutOperators(entry: Zoo.Entry) throws {
    let model = try Model(contentsOfFile: entry.path)
    for (index, subgraph) in model.subgraphs.enumerated() {
      let count = subgraph.operators.count
      let singles = stride(from: 0, to: count, by: max(1, count / 40)).map { $0..<$0 + 1 }
      for range in singles + [0..<count / 2, count / 2..<count] where !range.isEmpty {
        let part = try model.extracting(operators: range, ofSubgraph: index)
        try part.verify()
        let main = part.subgraphs[0]
        let names = main.operators.map { part.operatorCode(of: $0).name }
        #expect(names.suffix(range.count) == subgraph.operators[range].map { model.operatorCode(of: $0).name }[...])
        // What stands before the range unpacks constants for it.
        var written: Set<Int32> = [-1]
        for unpacking in main.operators.dropLast(range.count) {
          for input in unpacking.inputs where !written.contains(input) {
            #expect(part.constantData(of: main.tensors[Int(input)]) != nil)
          }
          written.formUnion(unpacking.outputs)
        }
        #expect(part.buffers.count <= part.subgraphs.flatMap(\.tensors).count + 1)
      }
    }
  }

  @Test(arguments: Zoo.entries.filter { !$0.embedded_files.isEmpty })
  func findsPackedFiles(entry: Zoo.Entry) throws {
    let model = try Model(contentsOfFile: entry.path)
    let files = try model.packedFiles()
    #expect(files.map(\.name).sorted() == entry.embedded_files.sorted())
    for file in files { #expect(try !file.data.isEmpty) }
  }

  @Test(arguments: Zoo.entries.filter { refused[$0.file] == nil })
  func hasMetadataWhereTheCatalogSaysSo(entry: Zoo.Entry) throws {
    let model = try Model(contentsOfFile: entry.path)
    let metadata = try model.modelMetadata()
    #expect((metadata != nil) == entry.metadata)
    for subgraph in metadata?.subgraphMetadata ?? [] {
      for tensor in subgraph.inputTensorMetadata + subgraph.outputTensorMetadata {
        if let labels = try model.labels(of: tensor) { #expect(!labels.isEmpty) }
      }
    }
  }

  @Test func readsTheMetadataOfADetector() throws {
    let model = try Model(
      contentsOfFile: Zoo.model("det_ssd_mnv1_uint8/coco_ssd_mobilenet_v1_1.0_quant_2018_06_29.tflite"))
    let metadata = try #require(try model.modelMetadata())
    let main = try #require(metadata.subgraphMetadata.first)
    let input = try #require(main.inputTensorMetadata.first)
    #expect(input.normalization?.mean == [127.5])
    #expect(input.image?.colorSpace == .rgb)
    #expect(main.outputTensorMetadata.map(\.name) == ["locations", "classes", "scores", "number of detections"])
    let boxes = try #require(main.outputTensorMetadata[0].boundingBox)
    #expect(boxes.index == [1, 0, 3, 2] && boxes.type == .boundaries && boxes.coordinateType == .ratio)
    let labels = try #require(try model.labels(of: main.outputTensorMetadata[1]))
    #expect(labels.count == 90 && labels[0] == "person")
  }

  // MARK: Broken files

  /// Small files, of every kind.
  private static let small = Zoo.entries.filter { $0.size < 4096 && refused[$0.file] == nil }

  @Test(arguments: small)
  func neverTrapsOnPrefixes(entry: Zoo.Entry) throws {
    let bytes = try ByteSlice(mappingFile: entry.path)
    for length in 0..<bytes.count { _ = try? Model(bytes[0..<length]) }
  }

  /// Every single byte is changed: to all other values in the smallest files, in the rest to those that are worst for
  /// offsets, sizes and enumerations.
  @Test(arguments: small)
  func neverTrapsOnChangedBytes(entry: Zoo.Entry) throws {
    let content = try ByteSlice(mappingFile: entry.path).withUnsafeBytes(Array.init)
    let buffer = MutableBytes(content)
    for (position, original) in content.enumerated() {
      let values = content.count < 420 ? Array(.min ... .max) : [0, 1, 127, 128, 255, original ^ 4]
      for value in values where value != original {
        buffer.bytes[position] = value
        _ = try? Model(buffer.slice)
      }
      buffer.bytes[position] = original
    }
  }
}

/// Bytes that change between readings; a copy for each would take longer than reading it.
private final class MutableBytes {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ content: [UInt8]) {
    bytes = .allocate(byteCount: content.count, alignment: 16)
    bytes.copyBytes(from: content)
  }

  deinit { bytes.deallocate() }

  var slice: ByteSlice { ByteSlice(owner: self, buffer: UnsafeRawBufferPointer(bytes)) }
}

extension Zoo.Entry: CustomTestStringConvertible {
  /// The file, which names the case.
  public var testDescription: String { file }
}
