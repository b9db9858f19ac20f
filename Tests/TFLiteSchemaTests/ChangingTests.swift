import TFLiteFlatBuffers
import Testing

@testable import TFLiteSchema

/// Changed copies of models.
struct ChangingTests {
  @Test func exposesResultsInTheOrderOfTheOperators() throws {
    var model = Fixture.chain
    model.subgraphs[0].outputs = [0, 5]
    model.signatureDefs = [SignatureDef()]
    let exposed = model.exposingIntermediates()
    #expect(exposed.subgraphs[0].outputs == [2, 3, 4, 5, 0])
    #expect(exposed.signatureDefs.isEmpty)
    var expected = model
    expected.subgraphs[0].outputs = exposed.subgraphs[0].outputs
    expected.signatureDefs = []
    #expect(exposed == expected)
  }

  @Test func doesNotExposeHandles() {
    var model = Fixture.chain
    model.subgraphs[0].tensors[3].type = .resource
    #expect(model.exposingIntermediates().subgraphs[0].outputs == [2, 4, 5])
    #expect(Model().exposingIntermediates() == Model())
  }

  @Test func removesShapeSignatures() throws {
    var model = Fixture.add
    model.subgraphs[0].tensors[0].shapeSignature = [-1]
    #expect(model.removingShapeSignatures() == Fixture.add)
  }

  @Test func cutsOutOperators() throws {
    let part = try Fixture.chain.extracting(operators: 1..<3)
    try part.verify()
    let main = part.subgraphs[0]
    #expect(main.tensors.map(\.name) == ["output", "negative", "positive"])
    #expect(main.inputs == [0] && main.outputs == [2])
    #expect(main.operators.map(\.inputs) == [[0], [1]])
    #expect(part.operatorCodes == [OperatorCode(.neg, version: 2)])
    #expect(part.buffers == [Buffer()])
  }

  @Test func cutsOutOperatorsWithTheirConstants() throws {
    var model = Fixture.chain
    model.buffers.insert(Buffer(data: [1, 2, 3]), at: 1)
    model.subgraphs[0].tensors[1].buffer = 2
    let part = try model.extracting(operators: 0..<1)
    try part.verify()
    #expect(part.buffers == [Buffer(), model.buffers[2]])
    #expect(part.subgraphs[0].tensors.map(\.name) == ["input", "constant", "output"])
    #expect(part.subgraphs[0].inputs == [0])
    #expect(part.subgraphs[0].outputs == [2])
  }

  /// Weights that are unpacked before a range are no inputs of it.
  @Test func bringsConstantsThatOthersCompute() throws {
    var model = Fixture.chain
    model.buffers.insert(Buffer(data: [1, 2, 3]), at: 1)
    model.subgraphs[0].tensors[1].buffer = 2
    model.subgraphs[0].operators[0].inputs = [1, 1]
    let part = try model.extracting(operators: 2..<3)
    try part.verify()
    let main = part.subgraphs[0]
    #expect(main.tensors.map(\.name) == ["constant", "output", "negative", "positive"])
    #expect(main.operators.map(\.inputs) == [[0, 0], [1], [2]])
    #expect(main.inputs == [] && main.outputs == [3])

    // What is drawn is no constant, and what only another operator reads stays behind.
    model.subgraphs[0].operators[3].inputs = [3, 3]
    #expect(try model.extracting(operators: 3..<4).subgraphs[0].operators.count == 3)
    model.subgraphs[0].operators[3].inputs = [0, 0]
    #expect(try model.extracting(operators: 3..<4).subgraphs[0].operators.count == 1)
    model.operatorCodes.append(OperatorCode(.randomUniform))
    model.subgraphs[0].operators[0].opcodeIndex = 2
    model.subgraphs[0].operators[0].builtinOptions = RandomOptions()
    #expect(try model.extracting(operators: 1..<2).subgraphs[0].inputs == [0])
  }

  /// What is read inside and outside is an output, and so is what nothing reads.
  @Test func keepsOutputsThatOthersNeed() throws {
    var model = Fixture.chain
    model.subgraphs[0].operators[3].inputs = [2, 4]
    #expect(try model.extracting(operators: 0..<2).subgraphs[0].outputs == [1, 2].map { $0 + 1 })
    #expect(try model.extracting(operators: 0..<4).subgraphs[0].outputs == [5])
    model.subgraphs[0].outputs = [3]
    #expect(try model.extracting(operators: 0..<4).subgraphs[0].outputs == [3, 5])
  }

  @Test func keepsVariablesAndScales() throws {
    var model = Fixture.chain
    model.subgraphs[0].tensors[6].isVariable = true
    model.subgraphs[0].operators[3].inputs = [6, 4]
    model.subgraphs[0].tensors[5].quantization = Quantization { quantization in
      quantization.details = .blockwise(
        BlockwiseQuantization {
          $0.scales = 1
          $0.zeroPoints = -1
          $0.blockSize = 1
        })
    }
    try model.verify()
    let part = try model.extracting(operators: 3..<4)
    try part.verify()
    let main = part.subgraphs[0]
    #expect(main.tensors.map(\.name) == ["constant", "positive", "sum", "unused"])
    #expect(main.inputs == [1])
    guard case .blockwise(let details) = main.tensors[2].quantization?.details else {
      Issue.record("the details are lost")
      return
    }
    #expect(details.scales == 0 && details.zeroPoints == -1)
  }

  @Test func keepsTheSubgraphsThatAreCalled() throws {
    var model = Fixture.loop
    model.subgraphs.insert(Fixture.add.subgraphs[0], at: 1)
    model.operatorCodes.insert(OperatorCode(.sub), at: 0)
    for subgraph in model.subgraphs.indices { model.subgraphs[subgraph].operators[0].opcodeIndex += 1 }
    model.subgraphs[1].operators[0].opcodeIndex = 3
    model.subgraphs[0].operators[0].builtinOptions = WhileOptions {
      $0.condSubgraphIndex = 2
      $0.bodySubgraphIndex = 3
    }
    try model.verify()
    let part = try model.extracting(operators: 0..<1)
    try part.verify()
    #expect(part.subgraphs.map(\.name) == ["main", "condition", "body"])
    #expect(part.operatorCodes.map(\.name) == ["WHILE", "LESS", "ADD"])
    #expect(part.buffers.count == 2)

    let body = try model.extracting(operators: 0..<1, ofSubgraph: 3)
    try body.verify()
    #expect(body.subgraphs.map(\.name) == ["body"])
  }

  @Test func refusesOperatorsThatDoNotExist() {
    for range in [0..<0, 4..<5, 0..<5, -1..<2] {
      #expect(throws: ModelError.operatorsOutOfRange(range, count: 4)) {
        try Fixture.chain.extracting(operators: range)
      }
    }
    #expect(throws: ModelError.indexOutOfRange(field: "the subgraph", index: 1, count: 1, of: "subgraphs")) {
      try Fixture.chain.extracting(operators: 0..<1, ofSubgraph: 1)
    }
  }

  @Test func doesNotWriteInvalidModels() {
    var model = Fixture.add
    model.subgraphs[0].outputs = [7]
    #expect(throws: ModelError.self) { try model.serialized() }
  }

  @Test func refusesOptionsInTheWrongUnion() {
    var model = Fixture.add
    model.operatorCodes[0] = OperatorCode(.dilate)
    model.subgraphs[0].operators[0].builtinOptions = DilateOptions()
    #expect(throws: ModelError.notAMember(field: "builtin_options", type: "DilateOptions")) { try model.serialized() }
  }

  @Test func readsDataAndOptionsBehindTheFlatBuffer() throws {
    var model = Fixture.add
    model.operatorCodes[0] = OperatorCode(custom: "mine")
    model.subgraphs[0].operators[0].builtinOptions = nil
    var behind = model
    model.subgraphs[0].operators[0].customOptions = [9, 8, 7]
    let data = try #require(model.buffers[1].data)

    behind.buffers[1] = Buffer()
    behind.buffers[1].offset = 2048
    behind.buffers[1].size = 8
    behind.subgraphs[0].operators[0].largeCustomOptionsOffset = 2056
    behind.subgraphs[0].operators[0].largeCustomOptionsSize = 3
    var bytes = try behind.encodedUnverified().withUnsafeBytes(Array.init)
    bytes += Array(repeating: 0, count: 2048 - bytes.count) + data.withUnsafeBytes(Array.init) + [9, 8, 7]
    #expect(try Model(ByteSlice(bytes)) == model)
  }

  @Test func listsFieldsByTheirNamesInTheSchema() {
    let options = Conv2DOptions {
      $0.padding = .valid
      $0.strideW = 2
    }
    #expect(
      options.fields == [
        Field(name: "padding", value: .name("VALID")), Field(name: "stride_w", value: .int(2)),
        Field(name: "stride_h", value: .int(0)), Field(name: "fused_activation_function", value: .name("NONE")),
        Field(name: "dilation_w_factor", value: .int(1)), Field(name: "dilation_h_factor", value: .int(1)),
        Field(name: "quantized_bias_type", value: .name("FLOAT32")),
      ])
    let `operator` = Fixture.add.subgraphs[0].operators[0]
    let fields = Dictionary(uniqueKeysWithValues: `operator`.fields.map { ($0.name, $0.value) })
    #expect(fields["inputs"] == .list([.int(0), .int(1)]))
    #expect(
      fields["builtin_options"]
        == .table(
          type: "AddOptions",
          [
            Field(name: "fused_activation_function", value: .name("RELU")),
            Field(name: "pot_scale_int16", value: .bool(true)),
          ]))
    #expect(fields["builtin_options_2"] == .absent)
    #expect(fields["opcode_index"] == .uint(0))
    #expect(Buffer(data: [1]).fields[0] == Field(name: "data", value: .bytes([1])))
    #expect(TensorInfo.schemaName == "Tensor" && Subgraph.schemaName == "SubGraph")
    #expect(Conv2DOptions.schemaName == "Conv2DOptions")
  }

  @Test func countsElementsAndBytes() {
    #expect(Fixture.tensor("", .float32, []).elementCount == 1)
    #expect(Fixture.tensor("", .float32, [2, 0, 3]).elementCount == 0)
    #expect(Fixture.tensor("", .int16, [2, 3]).byteCount == 12)
    #expect(Fixture.tensor("", .int4, [3]).byteCount == 2)
    #expect(Fixture.tensor("", .int2, [5]).byteCount == 2)
    #expect(Fixture.tensor("", .string, [5]).byteCount == nil)
    #expect(Fixture.tensor("", .int8, [-1]).elementCount == nil)
    #expect(Fixture.tensor("", .int8, [.max, .max, .max]).elementCount == nil)
    #expect(Fixture.tensor("", .complex128, [.max, .max]).byteCount == nil)
    #expect(TensorType.uint4.integerRange == 0...15 && TensorType.float32.integerRange == nil)
  }
}
