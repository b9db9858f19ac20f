import TFLiteFlatBuffers
import Testing

@testable import TFLiteSchema

/// Models that a stranger could have made, each wrong in one place. The numbers are the rows of the list of hostile
/// models, an article of the module TFLite.
struct HostileModelTests {
  private func expect(_ error: ModelError, _ model: Model, _ location: SourceLocation = #_sourceLocation) {
    #expect(throws: error, sourceLocation: location) { try model.reread() }
    #expect(throws: error, sourceLocation: location) { try model.verify() }
  }

  private let add = OperatorReference(subgraph: 0, index: 0, name: "ADD")

  @Test func fixturesAreValid() throws {
    for model in [Fixture.add, Fixture.chain, Fixture.loop] { #expect(try model.reread() == model) }
  }

  // MARK: The file

  @Test("1: too short, or something else")
  func refusesWhatIsNoModel() {
    for length in 1..<8 {
      #expect(
        throws: ModelError.malformed(
          field: "the file",
          .outOfBounds(what: "the header", position: 0, size: 8, limit: UInt64(length)))
      ) { try Model(ByteSlice(Array(repeating: 84, count: length))) }
    }
    #expect(throws: ModelError.wrongIdentifier(expected: "TFL3", found: "TFL9")) {
      try Model(ByteSlice([8, 0, 0, 0] + Array("TFL9".utf8) + [4, 0, 4, 0, 4, 0, 0, 0]))
    }
    #expect(throws: ModelError.wrongIdentifier(expected: "TFL3", found: "\\0P\\u{00FF}\\n")) {
      try Model([8, 0, 0, 0, 0, 80, 255, 10])
    }
  }

  /// A person who takes another file for a model is told what it is.
  @Test(
    "1: something else that is known",
    arguments: [
      ("", "an empty file"), ("\u{7F}ELF\u{2}\u{1}", "a program or a library"), ("%PDF-1.7\n", "a PDF document"),
      ("\n <!DOCTYPE html><html>", "a web page"), ("version https://git-lfs.github.com/spec/v1\n", "Git LFS"),
      ("{\"models\": []}", "a JSON document"), ("RIFF\0\0\0\0WEBPVP8 ", "a WebP picture"), ("GIF89a", "a GIF picture"),
      ("PK\u{3}\u{4}\0\0", "a ZIP archive"), (String(repeating: " ", count: 257) + "ustar", "a tar archive"),
    ])
  func saysWhatAFileIs(content: String, name: String) throws {
    let error = #expect(throws: ModelError.self) { try Model(ByteSlice(Array(content.utf8))) }
    let message = try #require(error).description
    #expect(message.hasPrefix("this is ") && message.contains(name), "\(message)")
  }

  @Test("2: a root beyond the end")
  func refusesARootBeyondTheEnd() {
    #expect(
      throws: ModelError.malformed(
        field: "the root table", .outOfBounds(what: "the table", position: 24, size: 4, limit: 8))
    ) { try Model([24, 0, 0, 0, 0x54, 0x46, 0x4C, 0x33]) }
  }

  @Test("3: cut off anywhere")
  func neverTrapsOnPrefixes() throws {
    for model in [Fixture.add, Fixture.chain, Fixture.loop] {
      let bytes = try model.encodedUnverified()
      for length in 0..<bytes.count {
        // Padding at the end may be missing.
        if let read = try? Model(bytes[0..<length]) { #expect(read == model && length > bytes.count - 16) }
      }
    }
  }

  @Test("4: parts that are not aligned")
  func refusesPartsThatAreNotAligned() throws {
    var bytes = try Fixture.add.encodedUnverified().withUnsafeBytes(Array.init)
    bytes[0] += 2
    #expect {
      try Model(ByteSlice(bytes))
    } throws: { error in
      guard case ModelError.malformed("the root table", .misaligned(what: "the table", _, alignment: 4)) = error else {
        return false
      }
      return true
    }
  }

  /// A model of four tables, written by hand: root at 8, subgraph, tensor, vector.
  private func handmade(vectorLength: UInt32) -> ByteSlice {
    var bytes: [UInt8] = []
    func append(_ numbers: UInt32...) { for number in numbers { bytes.append(littleEndian: number) } }
    func append(short numbers: UInt16...) {
      for number in numbers { bytes += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
    }
    append(20)
    bytes += Array("TFL3".utf8)
    append(short: 10, 12, 4, 0, 8, 0)  // At 8, the root's vtable: version at 4, subgraphs at 8.
    append(12, 3, 4)  // At 20, the root: vtable, version, reference to 32.
    append(1, 12)  // At 32, the subgraphs: one, at 48.
    append(short: 6, 8, 4, 0)  // At 40, the vtable of both other tables: field 0 at 4.
    append(8, 4)  // At 48, the subgraph: vtable, reference to 56.
    append(1, 4)  // At 56, the tensors: one, at 64.
    append(24, 4)  // At 64, the tensor: vtable, reference to 72.
    append(vectorLength, 1, 2, 3)  // At 72, the shape.
    return ByteSlice(bytes)
  }

  @Test("5: a vector whose bytes overflow 32 bits", arguments: [4, 0x4000_0001, 0x8000_0000, UInt32.max])
  func refusesVectorsThatAreTooLong(length: UInt32) throws {
    #expect(try Model(handmade(vectorLength: 3)).subgraphs[0].tensors[0].shape == [1, 2, 3])
    #expect(
      throws: ModelError.malformed(
        field: "subgraphs[0].tensors[0].shape",
        .outOfBounds(what: "the vector", position: 76, size: 4 * UInt64(length), limit: 88))
    ) { try Model(handmade(vectorLength: length)) }
  }

  @Test(
    "6: data behind the FlatBuffer that is not there",
    arguments: [(.max, 2), (2, .max), (1 << 63, 1 << 63), (.max - 7, 8), (1 << 40, 8), (2, 1 << 40)]
      as [(UInt64, UInt64)])
  func refusesDataOutsideTheFile(offset: UInt64, size: UInt64) throws {
    var model = Fixture.add
    model.buffers[1].data = nil
    model.buffers[1].offset = offset
    model.buffers[1].size = size
    let bytes = try model.encodedUnverified()
    #expect(
      throws: ModelError.dataOutOfFile(field: "buffers[1].offset", offset: offset, size: size, fileSize: bytes.count)
    ) { try Model(bytes) }

    model = Fixture.add
    model.operatorCodes[0] = OperatorCode(custom: "mine")
    model.subgraphs[0].operators[0].builtinOptions = nil
    model.subgraphs[0].operators[0].largeCustomOptionsOffset = offset
    model.subgraphs[0].operators[0].largeCustomOptionsSize = size
    let custom = try model.encodedUnverified()
    #expect(
      throws: ModelError.dataOutOfFile(
        field: "subgraphs[0].operators[0].large_custom_options_offset", offset: offset, size: size,
        fileSize: custom.count)
    ) { try Model(custom) }
  }

  @Test("7: a buffer that does not exist")
  func refusesBuffersThatDoNotExist() {
    var model = Fixture.add
    model.subgraphs[0].tensors[1].buffer = 2
    expect(.indexOutOfRange(field: "subgraphs[0].tensors[1].buffer", index: 2, count: 2, of: "buffers"), model)
    model.subgraphs[0].tensors[1].buffer = .max
    expect(
      .indexOutOfRange(field: "subgraphs[0].tensors[1].buffer", index: Int64(UInt32.max), count: 2, of: "buffers"),
      model)
    model = Fixture.add
    model.metadata = [Metadata { $0.buffer = 9 }]
    expect(.indexOutOfRange(field: "metadata[0].buffer", index: 9, count: 2, of: "buffers"), model)
    model = Fixture.add
    model.metadataBuffer = [-1]
    expect(.indexOutOfRange(field: "metadata_buffer[0]", index: -1, count: 2, of: "buffers"), model)
  }

  @Test("7: buffer 0 holds no constant, whatever it holds")
  func doesNotTakeConstantsFromBuffer0() {
    var model = Fixture.add
    model.buffers.reverse()
    model.subgraphs[0].tensors[1].buffer = 0
    expect(.inputNotProduced(add, Fixture.reference(model, tensor: 1)), model)
  }

  @Test("8: data that does not fit the shape", arguments: [0, 1, 7, 9, 16])
  func refusesDataOfTheWrongSize(size: Int) {
    var model = Fixture.add
    model.buffers[1].data = ByteSlice(Array(repeating: 0, count: size))
    expect(.wrongDataSize(Fixture.reference(model, tensor: 1), size: size, expected: 8), model)
  }

  @Test("8: half-byte types fill their last byte")
  func countsTheBytesOfSmallTypes() throws {
    for (type, size) in [(TensorType.int4, 2), (.uint4, 2), (.int2, 1), (.int8, 3)] {
      var model = Fixture.add
      for index in 0..<3 { model.subgraphs[0].tensors[index].type = type }
      for index in 0..<3 { model.subgraphs[0].tensors[index].shape = [3] }
      model.buffers[1].data = ByteSlice(Array(repeating: 0, count: size))
      #expect(try model.reread() == model)
      model.buffers[1].data = ByteSlice(Array(repeating: 0, count: size + 1))
      expect(.wrongDataSize(Fixture.reference(model, tensor: 1), size: size + 1, expected: size), model)
    }
  }

  @Test("8: data of tensors that can have none")
  func refusesDataWhereThereIsNone() {
    var model = Fixture.add
    model.subgraphs[0].tensors[1].isVariable = true
    expect(
      .invalidData(Fixture.reference(model, tensor: 1), reason: "a variable cannot have constant data"), model)
    model = Fixture.add
    model.subgraphs[0].tensors[1].type = .resource
    expect(
      .invalidData(Fixture.reference(model, tensor: 1), reason: "a tensor of this type cannot have constant data"),
      model)
    model = Fixture.add
    model.subgraphs[0].tensors[1].externalBuffer = 3
    model.externalBufferGroups = [ExternalBufferGroup { $0.name = "weights.bin" }]
    model.externalBuffers = [ExternalBuffer { $0.id = 3 }]
    expect(.dataInOtherFile(Fixture.reference(model, tensor: 1), file: "weights.bin"), model)
    model.externalBuffers[0].group = 7
    expect(.dataInOtherFile(Fixture.reference(model, tensor: 1), file: "?"), model)
  }

  @Test("8: strings that are not where their offsets say")
  func refusesBrokenStrings() throws {
    func model(_ numbers: [Int32], _ text: String = "") -> Model {
      var model = Fixture.add
      model.subgraphs[0].tensors[1].type = .string
      let header = numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
      model.buffers[1].data = ByteSlice(header + Array(text.utf8))
      return model
    }
    let good = model([2, 16, 18, 21], "hiyou")
    #expect(try good.reread() == good)
    for (numbers, reason) in [
      ([2], "4 bytes are too few for strings"),
      ([1, 12, 12], "it holds 1 strings instead of 2"),
      ([-1, 12, 12], "it holds -1 strings instead of 2"),
      ([2, 16, 16], "12 bytes are too few for 2 strings"),
      ([2, 12, 16, 16], "the offset 12 of string 0 is not between 16 and 16"),
      ([2, 16, 17, 16], "the offset 17 of string 1 is not between 16 and 16"),
      ([2, 16, -1, 16], "the offset -1 of string 1 is not between 16 and 16"),
    ] as [([Int32], String)] {
      expect(.invalidData(Fixture.reference(model(numbers), tensor: 1), reason: reason), model(numbers))
    }
  }

  /// Many tensors that share many strings: each set of strings is looked at once.
  @Test(.timeLimit(.minutes(30))) func verifiesSharedStringsOnce() throws {
    let count: Int32 = 100_000
    var model = Fixture.add
    let offsets = [count] + Array(repeating: 4 * (count + 2), count: Int(count) + 1)
    model.buffers[1].data = ByteSlice(
      offsets.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } })
    model.subgraphs[0].tensors[1].type = .string
    model.subgraphs[0].tensors[1].shape = [count]
    model.subgraphs[0].tensors += Array(repeating: model.subgraphs[0].tensors[1], count: Int(count))
    try model.verify()
    // An operator that reads and writes many tensors takes time in proportion.
    model = Fixture.add
    model.subgraphs[0].tensors += (0..<count).map { _ in Fixture.tensor("", .float32, [2]) }
    model.subgraphs[0].operators[0].inputs = Array(repeating: 0, count: Int(count))
    model.subgraphs[0].operators[0].outputs = [2] + (3..<count)
    try model.verify()
  }

  // MARK: The graph

  @Test("9, 10: tensors that do not exist", arguments: [-2, 3, .max, .min] as [Int32])
  func refusesTensorsThatDoNotExist(tensor: Int32) {
    for (field, change) in [
      ("subgraphs[0].inputs[0]", { $0.inputs[0] = tensor }),
      ("subgraphs[0].outputs[0]", { $0.outputs[0] = tensor }),
      ("subgraphs[0].operators[0].inputs[1]", { $0.operators[0].inputs[1] = tensor }),
      ("subgraphs[0].operators[0].outputs[0]", { $0.operators[0].outputs[0] = tensor }),
      ("subgraphs[0].operators[0].intermediates[0]", { $0.operators[0].intermediates = [tensor] }),
    ] as [(String, (inout Subgraph) -> Void)] {
      var model = Fixture.add
      change(&model.subgraphs[0])
      expect(.indexOutOfRange(field: field, index: Int64(tensor), count: 3, of: "tensors"), model)
    }
  }

  @Test("9: -1 stands for an input that is left out, and for nothing else")
  func allowsMinusOneAsInputOnly() throws {
    var model = Fixture.add
    model.subgraphs[0].operators[0].inputs = [0, -1]
    #expect(try model.reread() == model)
    model.subgraphs[0].operators[0].outputs = [-1]
    expect(.indexOutOfRange(field: "subgraphs[0].operators[0].outputs[0]", index: -1, count: 3, of: "tensors"), model)
    model = Fixture.add
    model.subgraphs[0].inputs = [-1]
    expect(.indexOutOfRange(field: "subgraphs[0].inputs[0]", index: -1, count: 3, of: "tensors"), model)
    model = Fixture.add
    model.subgraphs[0].outputs = [-1]
    expect(.indexOutOfRange(field: "subgraphs[0].outputs[0]", index: -1, count: 3, of: "tensors"), model)
  }

  @Test("11: an operator that writes what it reads")
  func refusesOperatorsThatWriteTheirInput() {
    var model = Fixture.add
    model.subgraphs[0].operators[0].outputs = [0]
    expect(.writesItsInput(add, Fixture.reference(model, tensor: 0)), model)
  }

  @Test("12: a tensor written twice")
  func refusesTensorsThatAreWrittenTwice() {
    var model = Fixture.add
    model.subgraphs[0].operators[0].outputs = [2, 2]
    expect(.producedTwice(add, Fixture.reference(model, tensor: 2), firstProducer: 0), model)
    model = Fixture.chain
    model.subgraphs[0].operators[2].outputs = [2]
    expect(
      .producedTwice(
        OperatorReference(subgraph: 0, index: 2, name: "NEG"), Fixture.reference(model, tensor: 2), firstProducer: 0),
      model)
  }

  @Test("12: inputs that nothing writes, or not yet")
  func refusesInputsThatAreNotThere() {
    var model = Fixture.add
    model.subgraphs[0].inputs = []
    expect(.inputNotProduced(add, Fixture.reference(model, tensor: 0)), model)
    model = Fixture.chain
    model.subgraphs[0].operators.swapAt(1, 2)
    expect(
      .inputNotProduced(OperatorReference(subgraph: 0, index: 1, name: "NEG"), Fixture.reference(model, tensor: 3)),
      model
    )
    model = Fixture.chain
    model.subgraphs[0].operators[1].inputs = [4]
    expect(
      .inputNotProduced(OperatorReference(subgraph: 0, index: 1, name: "NEG"), Fixture.reference(model, tensor: 4)),
      model
    )
    model = Fixture.chain
    model.subgraphs[0].outputs = [6]
    expect(.outputNotProduced(Fixture.reference(model, tensor: 6)), model)
  }

  @Test("13: what an operator must not write")
  func refusesOperatorsThatWriteWhatIsGiven() {
    var model = Fixture.add
    model.subgraphs[0].operators[0].inputs = [0]
    model.subgraphs[0].operators[0].outputs = [1]
    expect(.writesConstant(add, Fixture.reference(model, tensor: 1)), model)
    model = Fixture.add
    model.subgraphs[0].inputs = [0, 2]
    expect(.writesSubgraphInput(add, Fixture.reference(model, tensor: 2)), model)
    model = Fixture.add
    model.subgraphs[0].tensors[2].isVariable = true
    expect(.writesVariable(add, Fixture.reference(model, tensor: 2)), model)
  }

  @Test("13: outputs that are constants, inputs or variables are legal")
  func allowsOutputsThatNothingComputes() throws {
    var model = Fixture.add
    model.subgraphs[0].outputs = [2, 1, 0]
    #expect(try model.reread() == model)
    model.subgraphs[0].tensors.append(
      TensorInfo {
        $0.isVariable = true
        $0.shape = [2]
      })
    model.subgraphs[0].operators[0].inputs = [0, 3]
    model.subgraphs[0].outputs = [3]
    #expect(try model.reread() == model)
    model.subgraphs[0].operators = []
    model.subgraphs[0].outputs = [0]
    #expect(try model.reread() == model)
  }

  @Test("37: subgraphs that do not exist, or that call themselves")
  func refusesImpossibleCalls() {
    var model = Fixture.loop
    func setBody(_ index: Int32, of subgraph: Int, operator: Int = 0) {
      model.subgraphs[subgraph].operators[`operator`].builtinOptions = WhileOptions {
        $0.condSubgraphIndex = 1
        $0.bodySubgraphIndex = index
      }
    }
    for index in [-1, 3, .max] as [Int32] {
      setBody(index, of: 0)
      expect(
        .indexOutOfRange(
          field: "subgraphs[0].operators[0].WhileOptions.body_subgraph_index", index: Int64(index), count: 3,
          of: "subgraphs"), model)
    }
    setBody(0, of: 0)
    let loop = OperatorReference(subgraph: 0, index: 0, name: "WHILE")
    expect(.recursiveSubgraphs(loop, calledSubgraph: 0), model)

    // The condition and the body of 0 are fine, but both lead to the last subgraph, which calls the first.
    model = Fixture.loop
    model.subgraphs[1].operators[0] = Fixture.step([0], [2], CallOptions { $0.subgraph = 3 }, code: 3)
    model.subgraphs[1].tensors[2].type = .float32
    model.operatorCodes.append(OperatorCode(.call))
    model.subgraphs.append(model.subgraphs[1])
    model.subgraphs[3].operators[0].builtinOptions = CallOptions()
    expect(.recursiveSubgraphs(OperatorReference(subgraph: 1, index: 0, name: "CALL"), calledSubgraph: 3), model)

    // 0 calls 2, and 2 calls itself.
    model = Fixture.loop
    model.subgraphs[2].operators[0].opcodeIndex = 0
    setBody(2, of: 2)
    expect(
      .recursiveSubgraphs(OperatorReference(subgraph: 2, index: 0, name: "WHILE"), calledSubgraph: 2), model)
  }

  // MARK: Shapes and quantization

  @Test("27: shapes that cannot be counted")
  func refusesShapesThatCannotBeCounted() throws {
    for shape in [[65536, 65536, 65536, 65536], [.max, .max, .max], [1 << 30, 1 << 30, 2]] as [[Int32]] {
      var model = Fixture.add
      model.subgraphs[0].tensors[0].shape = shape
      expect(.shapeTooLarge(Fixture.reference(model, tensor: 0)), model)
    }
    for shape in [[-1], [2, -3], [.min], [0, -1]] as [[Int32]] {
      var model = Fixture.add
      model.subgraphs[0].tensors[2].shape = shape
      expect(.negativeDimension(Fixture.reference(model, tensor: 2)), model)
    }
    // Large is not wrong; how much memory is too much is for the interpreter to say.
    var model = Fixture.add
    model.subgraphs[0].tensors[0].shape = [.max]
    #expect(try model.reread() == model)
  }

  @Test("27: signatures that describe another shape")
  func refusesShapeSignaturesOfOtherShapes() throws {
    var model = Fixture.add
    model.subgraphs[0].tensors[0].shapeSignature = [-1]
    #expect(try model.reread() == model)
    for signature in [[-1, 2], [-2]] as [[Int32]] {
      model.subgraphs[0].tensors[0].shapeSignature = signature
      expect(.wrongShapeSignature(Fixture.reference(model, tensor: 0), signature: signature), model)
    }
  }

  private func quantized(_ change: (inout Quantization) -> Void) -> Model {
    var model = Fixture.add
    model.subgraphs[0].tensors[2].type = .int8
    model.subgraphs[0].tensors[2].shape = [3, 2]
    model.subgraphs[0].tensors[2].quantization = Quantization(change)
    return model
  }

  @Test(
    "34: quantization without meaning",
    arguments: [
      ([1], [], 0, "0 zero points for 1 scales"),
      ([1, 1], [0], 0, "1 zero points for 2 scales"),
      ([1], [0, 0], 0, "2 zero points for 1 scales"),
      ([0], [0], 0, "scale[0] is 0.0"),
      ([-1], [0], 0, "scale[0] is -1.0"),
      ([.infinity], [0], 0, "scale[0] is inf"),
      ([.nan], [0], 0, "scale[0] is nan"),
      ([1, .nan], [0, 0], 1, "scale[1] is nan"),
      ([1], [128], 0, "zero_point[0] is 128, which is no INT8"),
      ([1, 1], [0, -129], 1, "zero_point[1] is -129, which is no INT8"),
      ([1], [.max], 0, "zero_point[0] is 9223372036854775807, which is no INT8"),
      ([1], [0], 2, "quantized_dimension is 2, but the number of dimensions is 2"),
      ([1], [0], -1, "quantized_dimension is -1, but the number of dimensions is 2"),
      ([1, 1], [0, 0], 0, "2 scales for dimension 0, which has the size 3"),
      ([1, 1, 1], [0, 0, 0], 1, "3 scales for dimension 1, which has the size 2"),
      ([1, 1], [0, 0], .max, "quantized_dimension is 2147483647, but the number of dimensions is 2"),
    ] as [([Float], [Int64], Int32, String)])
  func refusesQuantizationWithoutMeaning(scale: [Float], zeroPoint: [Int64], dimension: Int32, reason: String) {
    let model = quantized {
      $0.scale = scale
      $0.zeroPoint = zeroPoint
      $0.quantizedDimension = dimension
    }
    expect(.invalidQuantization(Fixture.reference(model, tensor: 2), reason: reason), model)
  }

  @Test("34: quantization with a meaning")
  func allowsQuantizationWithAMeaning() throws {
    for model in [
      quantized { _ in },
      quantized { $0.min = [0] },
      quantized {
        $0.scale = [.leastNonzeroMagnitude]
        $0.zeroPoint = [-128]
      },
      quantized {
        $0.scale = [1, 2, 3]
        $0.zeroPoint = [0, 1, 127]
      },
      quantized {
        $0.scale = [1, 2]
        $0.zeroPoint = [0, 1]
        $0.quantizedDimension = 1
      },
    ] { #expect(try model.reread() == model) }
    var scalar = quantized {
      $0.scale = [1]
      $0.zeroPoint = [0]
    }
    scalar.subgraphs[0].tensors[2].shape = []
    #expect(try scalar.reread() == scalar)
    scalar.subgraphs[0].tensors[2].quantization?.scale = [1, 1]
    scalar.subgraphs[0].tensors[2].quantization?.zeroPoint = [0, 0]
    expect(
      .invalidQuantization(
        Fixture.reference(scalar, tensor: 2),
        reason: "quantized_dimension is 0, but the number of dimensions is 0"), scalar)
  }

  @Test("34: blocks whose scales are in a tensor that does not exist")
  func refusesBlocksWithoutScales() throws {
    func blockwise(_ scales: Int32, _ zeroPoints: Int32, _ size: Int32) -> Model {
      quantized { quantization in
        quantization.details = .blockwise(
          BlockwiseQuantization {
            $0.scales = scales
            $0.zeroPoints = zeroPoints
            $0.blockSize = size
          })
      }
    }
    #expect(try blockwise(1, -1, 2).reread() == blockwise(1, -1, 2))
    for (model, reason) in [
      (blockwise(-1, -1, 2), "scales is -1, but the number of tensors is 3"),
      (blockwise(3, -1, 2), "scales is 3, but the number of tensors is 3"),
      (blockwise(0, -2, 2), "zero_points is -2, but the number of tensors is 3"),
      (blockwise(0, 3, 2), "zero_points is 3, but the number of tensors is 3"),
      (blockwise(0, 0, 0), "a block of 0 elements"),
      (blockwise(0, 0, -4), "a block of -4 elements"),
    ] { expect(.invalidQuantization(Fixture.reference(model, tensor: 2), reason: reason), model) }
    let axes = quantized { quantization in
      quantization.details = .multiAxis(MultiAxisQuantization { $0.quantizedDimensions = [0, 2] })
    }
    expect(
      .invalidQuantization(
        Fixture.reference(axes, tensor: 2),
        reason: "quantized_dimension is 2, but the number of dimensions is 2"), axes)
  }

  // MARK: Sparse tensors

  /// A constant of shape [2, 4] with the rows compressed: elements (0, 1), (0, 3) and (1, 2).
  private func sparse(_ change: (inout Sparsity) -> Void) -> Model {
    var model = Fixture.add
    model.subgraphs[0].tensors[1].shape = [2, 4]
    model.buffers[1].data = ByteSlice(Array(repeating: 0, count: 12))
    model.subgraphs[0].tensors[1].sparsity = Sparsity { sparsity in
      sparsity.traversalOrder = [0, 1]
      sparsity.dimMetadata = [
        DimensionMetadata { $0.denseSize = 2 },
        DimensionMetadata {
          $0.format = .sparseCsr
          $0.arraySegments = .uint8(Uint8Vector { $0.values = [0, 2, 3] })
          $0.arrayIndices = .uint16(Uint16Vector { $0.values = [1, 3, 2] })
        },
      ]
      change(&sparsity)
    }
    return model
  }

  @Test("39: sparse tensors that fit")
  func allowsSparseTensorsThatFit() throws {
    #expect(try sparse { _ in }.reread() == sparse { _ in })
    // Blocks of 1 x 2: two of them, in columns 0 and 1 of the blocks.
    let blocks = blocked { _ in }
    #expect(try blocks.reread() == blocks)
  }

  private func blocked(_ change: (inout Sparsity) -> Void) -> Model {
    var model = sparse { sparsity in
      sparsity.traversalOrder = [0, 1, 2]
      sparsity.blockMap = [1]
      sparsity.dimMetadata[1].arraySegments = .int32(Int32Vector { $0.values = [0, 1, 2] })
      sparsity.dimMetadata[1].arrayIndices = .uint8(Uint8Vector { $0.values = [0, 1] })
      sparsity.dimMetadata.append(DimensionMetadata { $0.denseSize = 2 })
      change(&sparsity)
    }
    model.buffers[1].data = ByteSlice(Array(repeating: 0, count: 16))
    return model
  }

  @Test("39: sparse tensors that lead out of their shape")
  func refusesSparseTensorsThatDoNotFit() {
    func segments(_ values: [Int32]) -> (inout Sparsity) -> Void {
      { $0.dimMetadata[1].arraySegments = .int32(Int32Vector { $0.values = values }) }
    }
    func indices(_ values: [Int32]) -> (inout Sparsity) -> Void {
      { $0.dimMetadata[1].arrayIndices = .int32(Int32Vector { $0.values = values }) }
    }
    for (model, reason) in [
      (sparse { $0.traversalOrder = [0] }, "1 levels, 2 descriptions and 0 blocks for 2 dimensions"),
      (sparse { $0.dimMetadata.removeLast() }, "2 levels, 1 descriptions and 0 blocks for 2 dimensions"),
      (sparse { $0.blockMap = [0] }, "2 levels, 2 descriptions and 1 blocks for 2 dimensions"),
      (sparse { $0.traversalOrder = [0, 0] }, "traversal_order [0, 0] is no order of 2 dimensions and 0 blocks"),
      (sparse { $0.traversalOrder = [1, 2] }, "traversal_order [1, 2] is no order of 2 dimensions and 0 blocks"),
      (sparse { $0.traversalOrder = [0, -1] }, "traversal_order [0, -1] is no order of 2 dimensions and 0 blocks"),
      (sparse { $0.dimMetadata[0].denseSize = 3 }, "dim_metadata[0].dense_size is 3; 2 is expected"),
      (sparse { $0.dimMetadata[1].arraySegments = nil }, "dim_metadata[1] lacks its segments or its indices"),
      (sparse { $0.dimMetadata[1].arrayIndices = nil }, "dim_metadata[1] lacks its segments or its indices"),
      (sparse(segments([])), "dim_metadata[1].array_segments has 0 entries for 2 segments"),
      (sparse(segments([0, 3])), "dim_metadata[1].array_segments has 2 entries for 2 segments"),
      (sparse(segments([0, 2, 4])), "dim_metadata[1].array_segments goes from 0 to 4 for 3 indices"),
      (sparse(segments([1, 2, 3])), "dim_metadata[1].array_segments goes from 1 to 3 for 3 indices"),
      (sparse(segments([0, 5, 3])), "dim_metadata[1].array_segments[2] is less than the one before"),
      (sparse(segments([0, -1, 3])), "dim_metadata[1].array_segments[1] is less than the one before"),
      (sparse(indices([1, 4, 2])), "dim_metadata[1].array_indices[1] is 4, but the size there is 4"),
      (sparse(indices([-1, 3, 2])), "dim_metadata[1].array_indices[0] is -1, but the size there is 4"),
      (
        blocked { $0.traversalOrder = [0, 2, 1] }, "traversal_order [0, 2, 1] is no order of 2 dimensions and 1 blocks"
      ),
      (blocked { $0.blockMap = [2] }, "block_map[0] is 2, but the number of dimensions is 2"),
      (blocked { $0.blockMap = [-1] }, "block_map[0] is -1, but the number of dimensions is 2"),
      (blocked { $0.dimMetadata[2].denseSize = 3 }, "dimension 1 cannot be cut into blocks of 3"),
      (
        blocked { $0.dimMetadata[2].denseSize = 0 },
        "dim_metadata[2] describes a block, which has to be dense and not empty"
      ),
      (
        blocked { $0.dimMetadata[2].format = .sparseCsr },
        "dim_metadata[2] describes a block, which has to be dense and not empty"
      ),
    ] { expect(.invalidSparsity(Fixture.reference(model, tensor: 1), reason: reason), model) }
  }

  @Test("39: sparse data that is too short")
  func refusesSparseDataOfTheWrongSize() {
    var model = sparse { _ in }
    model.buffers[1].data = ByteSlice(Array(repeating: 0, count: 32))
    expect(.wrongDataSize(Fixture.reference(model, tensor: 1), size: 32, expected: 12), model)
  }

  // MARK: Codes, enumerations, unions

  @Test("42: operator codes that do not exist")
  func refusesOperatorCodesThatDoNotExist() throws {
    var model = Fixture.add
    model.subgraphs[0].operators[0].opcodeIndex = 1
    expect(
      .indexOutOfRange(
        field: "subgraphs[0].operators[0].opcode_index", index: 1, count: 1, of: "operator codes"), model)
    model = Fixture.add
    model.operatorCodes[0].builtinCode = .placeholderForGreaterOpCodes
    expect(.unknownValue(field: "operator_codes[0].builtin_code", enumeration: "BuiltinOperator", value: 127), model)
    model = Fixture.add
    model.operatorCodes[0] = OperatorCode(custom: "")
    expect(.unnamedCustomOperator(operatorCode: 0), model)
  }

  /// An operator code with both of its fields set freely.
  private func code(deprecated: Int8, builtin: Int32) throws(ModelError) -> BuiltinOperator {
    var layout = FlatBufferTableLayout()
    layout.addScalar(0, as: Int8.self)
    layout.addScalar(3, as: Int32.self)
    let writer = FlatBufferWriter(identifier: "TFL3")
    let slots = writer.appendRoot(layout)
    writer.set(deprecated, for: 0, of: slots)
    writer.set(builtin, for: 3, of: slots)
    let reader: FlatBufferReader
    do { reader = try FlatBufferReader(ByteSlice(writer.bytes)) } catch { throw .unwritable(error) }
    return try TableDecoder.decodeRoot(OperatorCode.self, of: reader).builtinCode
  }

  @Test("42: the two fields of an operator code")
  func takesTheGreaterOfBothOperatorCodes() throws {
    #expect(try code(deprecated: 3, builtin: 0) == .conv2D)
    #expect(try code(deprecated: 0, builtin: 3) == .conv2D)
    #expect(try code(deprecated: 3, builtin: 3) == .conv2D)
    #expect(try code(deprecated: 127, builtin: 150) == .gelu)
    #expect(try code(deprecated: 3, builtin: 4) == .depthwiseConv2D)
    #expect(throws: ModelError.unknownValue(field: "builtin_code", enumeration: "BuiltinOperator", value: 210)) {
      try code(deprecated: 127, builtin: 210)
    }
    #expect(throws: ModelError.unknownValue(field: "builtin_code", enumeration: "BuiltinOperator", value: -1)) {
      try code(deprecated: 3, builtin: -1)
    }
    #expect(
      throws: ModelError.unknownValue(field: "deprecated_builtin_code", enumeration: "BuiltinOperator", value: -3)
    ) { try code(deprecated: -3, builtin: 3) }
  }

  @Test("45: options of another operator")
  func refusesOptionsOfOtherOperators() throws {
    var model = Fixture.add
    model.subgraphs[0].operators[0].builtinOptions = SubOptions()
    expect(.wrongOptions(add, found: "SubOptions", expected: "AddOptions"), model)
    model.subgraphs[0].operators[0].builtinOptions = nil
    model.subgraphs[0].operators[0].builtinOptions2 = DilateOptions()
    expect(.wrongOptions(add, found: "DilateOptions", expected: "AddOptions"), model)
    model.operatorCodes[0] = OperatorCode(.dilate)
    #expect(try model.reread() == model)
    model.operatorCodes[0] = OperatorCode(.logistic)
    let logistic = OperatorReference(subgraph: 0, index: 0, name: "LOGISTIC")
    expect(.wrongOptions(logistic, found: "DilateOptions", expected: nil), model)
    // Options may be absent altogether.
    model = Fixture.add
    model.subgraphs[0].operators[0].builtinOptions = nil
    #expect(try model.reread() == model)
  }

  @Test("45: flags that do not match the inputs")
  func refusesFlagsForOtherInputs() {
    var model = Fixture.add
    model.subgraphs[0].operators[0].mutatingVariableInputs = [true]
    expect(.wrongMutatingInputs(add, count: 1, inputs: 2), model)
  }

  /// Finds the one byte of a model whose change to `value` gives the error.
  private func expectSomeByte(
    of model: Model, changedTo value: UInt8, gives error: ModelError, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try model.encodedUnverified().withUnsafeBytes(Array.init)
    let found = bytes.indices.contains { position in
      var changed = bytes
      changed[position] = value
      do {
        _ = try Model(ByteSlice(changed))
        return false
      } catch let thrown as ModelError {
        return thrown == error
      } catch {
        return false
      }
    }
    #expect(found, "no byte gives: \(error)", sourceLocation: location)
  }

  @Test("45: numbers that an enumeration does not have")
  func refusesUnknownValues() throws {
    var model = Fixture.add
    model.subgraphs[0].tensors[0].type = .int8
    try expectSomeByte(
      of: model, changedTo: 99,
      gives: .unknownValue(field: "subgraphs[0].tensors[0].type", enumeration: "TensorType", value: 99))
    try expectSomeByte(
      of: model, changedTo: 6,
      gives: .unknownValue(
        field: "subgraphs[0].operators[0].builtin_options.fused_activation_function",
        enumeration: "ActivationFunctionType", value: 6))
    try expectSomeByte(
      of: model, changedTo: 127,
      gives: .unknownValue(
        field: "subgraphs[0].operators[0].builtin_options", enumeration: "BuiltinOptions", value: 127))
    model.operatorCodes[0] = OperatorCode(.averagePool2D)
    model.subgraphs[0].operators[0].builtinOptions = Pool2DOptions { $0.padding = .valid }
    try expectSomeByte(
      of: model, changedTo: 2,
      gives: .unknownValue(
        field: "subgraphs[0].operators[0].builtin_options.padding", enumeration: "Padding", value: 2))
  }

  /// Writers of metadata do this for tables without fields.
  @Test func takesAUnionWithoutMemberForItsDefaults() throws {
    var layout = FlatBufferTableLayout()
    layout.addScalar(3, as: UInt8.self)
    let writer = FlatBufferWriter(identifier: "TFL3")
    writer.set(11 as UInt8, for: 3, of: writer.appendRoot(layout))
    let reader = try FlatBufferReader(ByteSlice(writer.bytes))
    let read = try TableDecoder.decodeRoot(Operator.self, of: reader)
    #expect(read == Operator { $0.builtinOptions = AddOptions() })
  }

  @Test("47: text that is not UTF-8, or has no end")
  func refusesBrokenText() throws {
    let bytes = try Fixture.add.encodedUnverified().withUnsafeBytes(Array.init)
    let name = Array("constant".utf8)
    let position = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    var changed = bytes
    changed[position + 2] = 0xFF
    #expect(
      throws: ModelError.malformed(
        field: "subgraphs[0].tensors[1].name",
        .malformed(what: "the string", position: position, reason: "it is not UTF-8"))
    ) { try Model(ByteSlice(changed)) }
    changed = bytes
    changed[position + 8] = 1
    #expect(
      throws: ModelError.malformed(
        field: "subgraphs[0].tensors[1].name",
        .malformed(what: "the string", position: position, reason: "no zero follows its 8 bytes"))
    ) { try Model(ByteSlice(changed)) }
  }

  // MARK: The rest

  @Test func refusesOtherVersions() {
    var model = Fixture.add
    model.version = 2
    expect(.unsupportedVersion(2), model)
  }

  @Test func refusesModelsWithoutSubgraphs() {
    var model = Fixture.add
    model.subgraphs = []
    expect(.noSubgraphs, model)
  }

  @Test func refusesSignaturesOfWhatDoesNotExist() throws {
    var model = Fixture.add
    model.signatureDefs = [
      SignatureDef { signature in
        signature.signatureKey = "main"
        signature.inputs = [TensorMap { $0.tensorIndex = 0 }]
        signature.outputs = [TensorMap { $0.tensorIndex = 2 }]
      }
    ]
    #expect(try model.reread() == model)
    var changed = model
    changed.signatureDefs[0].subgraphIndex = 1
    expect(
      .indexOutOfRange(field: "signature_defs[0].subgraph_index", index: 1, count: 1, of: "subgraphs"), changed)
    changed = model
    changed.signatureDefs[0].inputs[0].tensorIndex = 3
    expect(
      .indexOutOfRange(field: "signature_defs[0].inputs[0].tensor_index", index: 3, count: 3, of: "tensors"), changed)
    changed = model
    changed.signatureDefs[0].outputs[0].tensorIndex = .max
    expect(
      .indexOutOfRange(
        field: "signature_defs[0].outputs[0].tensor_index", index: Int64(UInt32.max), count: 3, of: "tensors"), changed)
  }

  @Test func namesTheFile() {
    #expect(
      throws: ModelError.unreadable(.unreadableFile(path: "/no/such.tflite", reason: "No such file or directory"))
    ) {
      try Model(contentsOfFile: "/no/such.tflite")
    }
    #expect("\(ModelError.inFile("a.tflite", .noSubgraphs))" == "a.tflite: the model has no subgraph")
    #expect(
      "\(ModelError.writesConstant(add, Fixture.reference(Fixture.add, tensor: 1)))"
        == "operator 0 (ADD) writes tensor 1 'constant' (FLOAT32 [2]), which is a constant")
  }

  /// Vectors of references that all lead to the same thing: 4 bytes in the file for a tensor with a large shape.
  @Test func refusesReferencesThatMultiply() {
    let count = 20_000
    var bytes: [UInt8] = []
    func append(_ numbers: UInt32...) { for number in numbers { bytes.append(littleEndian: number) } }
    append(20)
    bytes += Array("TFL3".utf8) + [10, 0, 12, 0, 4, 0, 0, 0, 8, 0, 0, 0]
    append(12, 3, 4)
    // The subgraphs at 32, each of them at 44 + 4 * count, whose vtable is right before it.
    append(UInt32(count))
    for index in 0..<count { append(UInt32(4 * (count - index) + 8)) }
    bytes += [6, 0, 8, 0, 4, 0, 0, 0]
    append(8, 4)
    // The tensors, each of them right behind.
    append(UInt32(count))
    for index in 0..<count { append(UInt32(4 * (count - index) + 8)) }
    bytes += [6, 0, 8, 0, 4, 0, 0, 0]
    append(8, 4)
    append(UInt32(count))
    for _ in 0..<count { append(0) }
    #expect {
      try Model(ByteSlice(bytes))
    } throws: { error in
      guard case ModelError.malformed(let field, .tooManyReferences) = error else { return false }
      return field.hasPrefix("subgraphs[0].tensors[") && field.hasSuffix("].shape")
    }
    var limits = FlatBufferLimits()
    limits.maximumTables = 10
    #expect {
      try Model(ByteSlice(bytes), limits: limits)
    } throws: { error in
      guard case ModelError.malformed(_, .tooManyReferences(_, reason: "more than 10 tables")) = error else {
        return false
      }
      return true
    }
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: UInt32) {
    for index in 0..<4 { append(UInt8(truncatingIfNeeded: number >> UInt32(8 * index))) }
  }
}
