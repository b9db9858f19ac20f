import TFLiteFlatBuffers
import Testing

@testable import TFLiteSchema

/// Facts about the schema's enumerations, unions and defaults.
struct SchemaFactsTests {
  private static let enumerations: [any SchemaEnum.Type] = [
    TensorType.self, BuiltinOperator.self, ActivationFunctionType.self, Padding.self, DimensionType.self,
    LSHProjectionType.self, FullyConnectedOptionsWeightsFormat.self, LSTMKernelType.self, CombinerType.self,
    MirrorPadMode.self, CustomOptionsFormat.self, StablehloPrecisionConfig.self, StablehloComparisonDirection.self,
    StablehloComparisonType.self, RngAlgorithm.self, ReduceWindowFunction.self, AssociatedFileType.self,
    ColorSpaceType.self, BoundingBoxType.self, CoordinateType.self, ScoreTransformationType.self,
  ]

  @Test(arguments: enumerations.indices)
  func enumerationsCountFromZeroAndHaveANameForEachValue(index: Int) {
    func check<Value: SchemaEnum>(_ type: Value.Type) {
      let values = Array(Value.allCases)
      #expect(values.map { Int($0.rawValue) } == Array(0..<Value.schemaNames.count), "\(type)")
      #expect(Set(Value.schemaNames).count == values.count, "\(type)")
      for value in values { #expect(Value(schemaName: value.schemaName) == value) }
      #expect(Value(schemaName: "NO_SUCH_NAME") == nil)
    }
    check(Self.enumerations[index])
  }

  @Test(
    arguments: [
      (.add, 0), (.conv2D, 3), (.custom, 32), (.delegate, 51), (.quantize, 114), (.hardSwish, 117), (.while, 119),
      (.batchMatMul, 126), (.cumsum, 128), (.gelu, 150), (.rightShift, 161), (.dilate, 203), (.stablehloComposite, 206),
      (.stablehloCase, 209),
    ] as [(BuiltinOperator, Int32)])
  func operatorsHaveTheSchemasNumbers(code: BuiltinOperator, number: Int32) {
    #expect(code.rawValue == number)
  }

  @Test(
    arguments: [
      (Conv2DOptions.self, 1), (Pool2DOptions.self, 5), (SoftmaxOptions.self, 9), (ReshapeOptions.self, 17),
      (ReducerOptions.self, 27), (StridedSliceOptions.self, 32), (FakeQuantOptions.self, 58),
      (QuantizeOptions.self, 89), (WhileOptions.self, 93), (BatchMatMulOptions.self, 101), (GeluOptions.self, 116),
      (RightShiftOptions.self, 126),
    ] as [(any OperatorOptions.Type, Int)])
  func optionsHaveTheSchemasNumbers(type: any OperatorOptions.Type, number: Int) {
    #expect("\(BuiltinOptions.members[number - 1])" == "\(type)")
  }

  @Test func unionsHaveTheSchemasSizes() {
    #expect(BuiltinOptions.members.count == 126)
    #expect(BuiltinOptions2.members.count == 23)
    #expect(BuiltinOptions2.members[22] is StablehloCaseOptions.Type)
    #expect(BuiltinOptions2.members[17] is DilateOptions.Type)
  }

  @Test func eachKindOfOptionsBelongsToAnOperator() {
    let used = BuiltinOperator.allCases.compactMap { $0.optionsType.map { "\($0)" } }
    #expect(Set(used) == Set((BuiltinOptions.members + BuiltinOptions2.members).map { "\($0)" }))
  }

  private static let tables: [any SchemaTable.Type] =
    BuiltinOptions.members + BuiltinOptions2.members + members(of: QuantizationDetails.self)
    + members(of: SparseIndexVector.self) + members(of: ContentProperties.self) + members(of: ProcessUnitOptions.self)
    + [
      Model.self, Subgraph.self, TensorInfo.self, Quantization.self, Sparsity.self, DimensionMetadata.self,
      VariantSubType.self, Operator.self, OperatorCode.self, Buffer.self, Metadata.self, SignatureDef.self,
      TensorMap.self, ExternalBuffer.self, ExternalBufferGroup.self, ModelMetadata.self, SubGraphMetadata.self,
      TensorMetadata.self, CustomMetadata.self, TensorGroup.self, Stats.self, AssociatedFile.self, Content.self,
      ValueRange.self, ImageSize.self, ProcessUnit.self,
    ]

  private static func members<Union: SchemaUnion>(of type: Union.Type) -> [any SchemaTable.Type] {
    (1...255).prefix { Union(memberNumber: $0) != nil }.compactMap { number in
      Union(memberNumber: number).map { union in
        precondition(union.memberNumber == number)
        return Swift.type(of: union.member)
      }
    }
  }

  @Test func unionsNumberTheirMembers() {
    #expect(Self.members(of: QuantizationDetails.self).count == 3)
    #expect(Self.members(of: SparseIndexVector.self).count == 3)
    #expect(Self.members(of: ContentProperties.self).count == 4)
    #expect(Self.members(of: ProcessUnitOptions.self).count == 6)
    #expect(Self.members(of: BuiltinOptions.self).count == 126)
    #expect(Self.members(of: BuiltinOptions2.self).count == 23)
  }

  /// Nothing that names a subgraph escapes the check that the subgraph exists.
  @Test(arguments: (BuiltinOptions.members + BuiltinOptions2.members).indices)
  func optionsThatNameSubgraphsAreKnown(index: Int) {
    let options = (BuiltinOptions.members + BuiltinOptions2.members)[index].init()
    let fields = options.fields.map(\.name).filter { $0.contains("subgraph") || $0 == "called_computations" }
    let known = options.asSubgraphCalling.map { type(of: $0).fieldNames } ?? []
    #expect(known == fields)
  }

  /// A table without any field has the same values as one that was just made: the defaults are stated twice.
  @Test(arguments: tables.indices)
  func absentFieldsHaveTheDefaults(index: Int) throws {
    func check<Table: SchemaTable>(_ type: Table.Type) throws {
      let writer = FlatBufferWriter(identifier: "TFL3")
      _ = writer.appendRoot(FlatBufferTableLayout())
      let reader = try FlatBufferReader(ByteSlice(writer.bytes))
      #expect(try TableDecoder.decodeRoot(Table.self, of: reader) == Table(), "\(type)")
    }
    try check(Self.tables[index])
  }

  /// Field numbers are in order, and none occurs twice; unions take two.
  @Test(arguments: tables.indices)
  func fieldsAreNumberedInOrder(index: Int) throws {
    func check<Table: SchemaTable>(_ type: Table.Type) throws {
      var table = Table()
      var visitor = NumberCollector()
      try table.visitFields(&visitor)
      #expect(visitor.numbers == visitor.numbers.sorted() && Set(visitor.numbers).count == visitor.numbers.count)
      #expect(Set(visitor.names).count == visitor.names.count)
    }
    try check(Self.tables[index])
  }

  /// Each field of every table survives being written and read, with a value that is not its default.
  @Test(arguments: tables.indices)
  func everyFieldIsWrittenAndRead(index: Int) throws {
    func check<Table: SchemaTable>(_ type: Table.Type) throws {
      var table = Table()
      var visitor = FieldChanger()
      try table.visitFields(&visitor)
      let bytes = try TableEncoder.encode(table, identifier: "TFL3")
      let read = try TableDecoder.decodeRoot(Table.self, of: try FlatBufferReader(ByteSlice(bytes)))
      #expect(read == table, "\(type)")
      #expect(visitor.isEmpty == (read == Table()), "\(type)")
      #expect(read.fields == table.fields)
    }
    try check(Self.tables[index])
  }
}

/// A visitor that notes the numbers of the fields.
private struct NumberCollector: FieldVisitor {
  var numbers: [Int] = []
  var names: [String] = []

  private mutating func add(_ number: Int, _ name: StaticString) {
    numbers.append(number)
    names.append("\(name)")
  }

  mutating func visit<Scalar: FlatBufferScalar>(_ n: Int, _ s: StaticString, _ v: inout Scalar, default: Scalar) {
    add(n, s)
  }
  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ n: Int, _ s: StaticString, _ v: inout Value, storedAs: Stored.Type, default: Value
  ) { add(n, s) }
  mutating func visit<Scalar: FlatBufferScalar>(_ n: Int, _ s: StaticString, _ v: inout [Scalar], required: Bool) {
    add(n, s)
  }
  mutating func visit<Value: SchemaEnum>(_ n: Int, _ s: StaticString, _ v: inout [Value]) { add(n, s) }
  mutating func visit(_ n: Int, _ s: StaticString, _ v: inout String) { add(n, s) }
  mutating func visit(_ n: Int, _ s: StaticString, _ v: inout [String]) { add(n, s) }
  mutating func visit(_ n: Int, _ s: StaticString, _ v: inout ByteSlice?, alignment: Int) { add(n, s) }
  mutating func visit<Table: SchemaTable>(_ n: Int, _ s: StaticString, _ v: inout Table?) { add(n, s) }
  mutating func visit<Table: SchemaTable>(_ n: Int, _ s: StaticString, _ v: inout [Table], required: Bool) {
    add(n, s)
  }
  mutating func visitUnion<Union: SchemaUnion>(_ n: Int, _ s: StaticString, _ v: inout Union?) {
    add(n, s)
    numbers.append(n + 1)
  }
}

/// A visitor that gives each field a value that is not its default.
private struct FieldChanger: FieldVisitor {
  var isEmpty = true

  private func value<Scalar: FlatBufferScalar>(_ type: Scalar.Type, _ bits: UInt64) -> Scalar {
    var bits = bits.littleEndian
    return withUnsafeBytes(of: &bits) { $0.baseAddress.map { Scalar.load(from: $0) } ?? .zero }
  }

  mutating func visit<Scalar: FlatBufferScalar>(_ n: Int, _ s: StaticString, _ v: inout Scalar, default: Scalar) {
    isEmpty = false
    v = value(Scalar.self, 0x4142_4344_4546_4748 &+ UInt64(n))
    if v == `default` { v = .zero }
  }
  mutating func visit<Value: SchemaEnum, Stored: FlatBufferScalar & FixedWidthInteger>(
    _ n: Int, _ s: StaticString, _ v: inout Value, storedAs: Stored.Type, default: Value
  ) {
    if let last = Value.allCases.reversed().first(where: { $0 != `default` }), Stored(exactly: last.rawValue) != nil {
      isEmpty = false
      v = last
    }
  }
  mutating func visit<Scalar: FlatBufferScalar>(_ n: Int, _ s: StaticString, _ v: inout [Scalar], required: Bool) {
    isEmpty = false
    v = [value(Scalar.self, 0x3FF8_4344_4546_4748), .zero]
  }
  mutating func visit<Value: SchemaEnum>(_ n: Int, _ s: StaticString, _ v: inout [Value]) {
    isEmpty = false
    v = Array(Value.allCases)
  }
  mutating func visit(_ n: Int, _ s: StaticString, _ v: inout String) {
    isEmpty = false
    v = "field \(n)"
  }
  mutating func visit(_ n: Int, _ s: StaticString, _ v: inout [String]) {
    isEmpty = false
    v = ["a", "", "\(n)"]
  }
  mutating func visit(_ n: Int, _ s: StaticString, _ v: inout ByteSlice?, alignment: Int) {
    isEmpty = false
    v = [1, 2, UInt8(n)]
  }
  mutating func visit<Table: SchemaTable>(_ n: Int, _ s: StaticString, _ v: inout Table?) throws(ModelError) {
    isEmpty = false
    var table = Table()
    try table.visitFields(&self)
    v = table
  }
  mutating func visit<Table: SchemaTable>(
    _ n: Int, _ s: StaticString, _ v: inout [Table], required: Bool
  ) throws(ModelError) {
    isEmpty = false
    var table = Table()
    try table.visitFields(&self)
    v = [table, Table()]
  }
  mutating func visitUnion<Union: SchemaUnion>(_ n: Int, _ s: StaticString, _ v: inout Union?) throws(ModelError) {
    isEmpty = false
    if var last = (1...255).lazy.compactMap({ Union(memberNumber: 256 - $0) }).first {
      try last.visitMember(&self)
      v = last
    }
  }
}

extension SubgraphCallingOptions {
  fileprivate static var fieldNames: [String] { subgraphFields.map(\.name) }
}
