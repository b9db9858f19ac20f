import Foundation
import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import Testing

@testable import TFLite

/// Tensors of strings: reading, writing, and how long strings are kept.
@Suite struct StringTests {
  /// Strings as files hold them.
  private func stored(_ texts: [String]) -> [UInt8] {
    StringBuffer.bytes(of: texts.map { ByteSlice(Array($0.utf8)) }) ?? []
  }

  /// `text` [3] → GATHER by `places` [2] → RESHAPE to [1, 2].
  private func gathering() throws -> Model {
    var builder = ModelBuilder()
    let (text, places) = (builder.tensor(.string, [3]), builder.tensor(.int32, [2]))
    let (middle, output) = (builder.tensor(.string, [2]), builder.tensor(.string, [1, 2]))
    builder.add(OperatorCode(.gather), GatherOptions(), inputs: [text, places], outputs: [middle])
    builder.add(
      OperatorCode(.reshape), ReshapeOptions { $0.newShape = [1, 2] }, inputs: [middle], outputs: [output])
    return try builder.build(inputs: [text, places], outputs: [output])
  }

  private func interpreter(_ model: Model, memoryLimit: Int? = nil) throws -> Interpreter {
    var options = Interpreter.Options()
    options.memoryLimit = memoryLimit
    let interpreter = try Interpreter(model: model, options: options)
    try interpreter.allocate()
    return interpreter
  }

  @Test func inputsAndOutputs() throws {
    let interpreter = try interpreter(gathering())
    #expect(try interpreter.input(at: 0).strings() == ["", "", ""])
    let input = try interpreter.copy(["one", "", "zwölf"], toInputAt: 0)
    #expect(try input.strings() == ["one", "", "zwölf"] && input.dataType == .string)
    #expect(input.data == Data(stored(["one", "", "zwölf"])))
    try interpreter.copy(Data(bytes([Int32(2), 0])), toInputAt: 1)
    for _ in 0..<3 {
      try interpreter.invoke()
      let output = try interpreter.output(at: 0)
      #expect(try output.strings() == ["zwölf", "one"] && output.shape == [1, 2])
      #expect(try output.byteStrings() == [Data("zwölf".utf8), Data("one".utf8)])
    }
    // The form that TFLite's interfaces have.
    try interpreter.copy(Data(stored(["x", "y", "z"])), toInputAt: 0)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).strings() == ["z", "x"])
  }

  @Test func whatIsNoString() throws {
    let interpreter = try interpreter(gathering())
    #expect(throws: InterpreterError.invalidTensorDataCount(provided: 2, required: 3)) {
      try interpreter.copy(["a", "b"], toInputAt: 0)
    }
    #expect(throws: InterpreterError.invalidTensorDataType) { try interpreter.copy(["a", "b"], toInputAt: 1) }
    #expect(throws: InterpreterError.invalidTensorIndex(index: 2, maxIndex: 1)) {
      try interpreter.copy(["a"], toInputAt: 2)
    }
    #expect(throws: InterpreterError.invalidTensorDataType) { try interpreter.input(at: 1).strings() }
    for damaged in [
      [], stored(["a", "b"]), Array(stored(["a", "b", "c"]).dropLast()), bytes([Int32(3), 20, 19, 21, 21]),
    ] {
      let error = #expect(throws: InterpreterError.self) { try interpreter.copy(Data(damaged), toInputAt: 0) }
      #expect(error?.description.contains("tensor 0 \"t0\" are no strings") == true, "\(String(describing: error))")
    }
    // Not UTF-8.
    try interpreter.copy(Data(StringBuffer.bytes(of: [[0xff], [], []]) ?? []), toInputAt: 0)
    #expect(throws: InterpreterError.invalidTensorDataType) { try interpreter.input(at: 0).strings() }
    #expect(try interpreter.input(at: 0).byteStrings() == [Data([0xff]), Data(), Data()])
    let fresh = try Interpreter(model: gathering())
    #expect(throws: InterpreterError.allocateTensorsRequired) { try fresh.copy(["a", "b", "c"], toInputAt: 0) }
  }

  /// However many strings pass through, only those are kept that tensors hold, also where observers look.
  @Test(arguments: [false, true]) func stringsAreForgotten(isWatched: Bool) throws {
    let interpreter = try interpreter(gathering(), memoryLimit: 1 << 14)
    var seen = 0
    if isWatched {
      interpreter.observer = Interpreter.Observer { run in
        seen += try run.outputs[0].copy().strings().count
        return .proceed
      }
    }
    for round in 0..<2000 {
      let texts = (0..<3).map { "round \(round), string \($0)" }
      try interpreter.copy(texts, toInputAt: 0)
      try interpreter.copy(Data(bytes([Int32(1), 1])), toInputAt: 1)
      try interpreter.invoke()
      #expect(try interpreter.output(at: 0).strings() == [texts[1], texts[1]])
    }
    #expect(seen == (isWatched ? 8000 : 0))
    // Set again and again without a run in between.
    for round in 0..<2000 { try interpreter.copy((0..<3).map { "again \(round) \($0)" }, toInputAt: 0) }
    let error = #expect(throws: InterpreterError.self) {
      try interpreter.copy(Array(repeating: String(repeating: "long", count: 8000), count: 3), toInputAt: 0)
    }
    #expect(error?.description.contains("memory limit of 16384") == true)
    try interpreter.copy(["fine", "again", "here"], toInputAt: 0)
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).strings() == ["again", "again"])
  }

  @Test func anObserverReplacesStrings() throws {
    let interpreter = try interpreter(gathering())
    try interpreter.copy(["a", "b", "c"], toInputAt: 0)
    interpreter.observer = Interpreter.Observer { run in
      if run.index == 0 {
        try run.replaceOutput(at: 0, with: Data(StringBuffer.bytes(of: [ByteSlice("new".utf8), []]) ?? []))
      }
      return .proceed
    }
    try interpreter.invoke()
    #expect(try interpreter.output(at: 0).strings() == ["new", ""])
    interpreter.observer = Interpreter.Observer { run in
      try run.replaceOutput(at: 0, with: Data())
      return .proceed
    }
    #expect(throws: InterpreterError.self) { try interpreter.invoke() }
  }

  /// A variable keeps its strings from one invocation to the next; a constant and what is folded keep theirs, too.
  @Test func variablesAndConstantsKeepTheirStrings() throws {
    var builder = ModelBuilder()
    let text = builder.tensor(.string, [2])
    let (handle, last) = (builder.tensor(.resource, [1]), builder.tensor(.string, [2]))
    let constant = builder.tensor(.string, [2], constant: stored(["not", "changed"]))
    let (isSame, reversed) = (builder.tensor(.bool, [2]), builder.tensor(.string, [2]))
    let places = builder.constant([1, 0])
    builder.add(OperatorCode(.callOnce), CallOnceOptions { $0.initSubgraphIndex = 1 }, inputs: [], outputs: [])
    builder.add(OperatorCode(.varHandle), VarHandleOptions(), inputs: [], outputs: [handle])
    builder.add(OperatorCode(.readVariable), ReadVariableOptions(), inputs: [handle], outputs: [last])
    builder.add(OperatorCode(.assignVariable), AssignVariableOptions(), inputs: [handle, text], outputs: [])
    builder.add(OperatorCode(.equal), EqualOptions(), inputs: [text, constant], outputs: [isSame])
    builder.add(OperatorCode(.gather), GatherOptions(), inputs: [constant, places], outputs: [reversed])
    builder.endSubgraph(inputs: [text], outputs: [last, isSame, reversed])
    let (same, first) = (
      builder.tensor(.resource, [1]), builder.tensor(.string, [2], constant: stored(["first", ""]))
    )
    builder.add(OperatorCode(.varHandle), VarHandleOptions(), inputs: [], outputs: [same])
    builder.add(OperatorCode(.assignVariable), AssignVariableOptions(), inputs: [same, first], outputs: [])
    let model = try builder.build(inputs: [], outputs: [])
    let interpreter = try interpreter(model, memoryLimit: 1 << 14)
    var expected = ["first", ""]
    for round in 0..<500 {
      let texts = ["not", "round \(round)"]
      try interpreter.copy(texts, toInputAt: 0)
      try interpreter.invoke()
      #expect(try interpreter.output(at: 0).strings() == expected)
      #expect(try interpreter.output(at: 1).data == Data([1, 0]))
      #expect(try interpreter.output(at: 2).strings() == ["changed", "not"])
      expected = texts
    }
  }

  /// Two signatures share the interpreter's strings: a run of one leaves the other's results alone.
  @Test func signaturesKeepTheirResults() throws {
    var builder = ModelBuilder()
    for index in 0..<2 {
      let (text, dims) = (builder.tensor(.string, []), builder.constant([2]))
      let filled = builder.tensor(.string, [2])
      builder.add(OperatorCode(.fill), FillOptions(), inputs: [dims, text], outputs: [filled])
      if index == 0 { builder.endSubgraph(inputs: [text], outputs: [filled]) }
    }
    var model = try builder.build(inputs: [0], outputs: [2])
    model.signatureDefs = (0..<2).map { index in
      var (signature, input, output) = (SignatureDef(), TensorMap(), TensorMap())
      (input.name, input.tensorIndex, output.name, output.tensorIndex) = ("text", 0, "filled", 2)
      (signature.signatureKey, signature.subgraphIndex) = ("s\(index)", UInt32(index))
      (signature.inputs, signature.outputs) = ([input], [output])
      return signature
    }
    let interpreter = try Interpreter(model: model)
    let runners = try ["s0", "s1"].map { try interpreter.signatureRunner(with: $0) }
    try runners[0].copy(["first"], toInputNamed: "text")
    try runners[0].invoke(with: [:])
    for round in 0..<3 {
      try runners[1].invoke(with: ["text": Data(stored(["second \(round)"]))])
      #expect(try runners[1].output(named: "filled").strings() == ["second \(round)", "second \(round)"])
      #expect(try runners[0].output(named: "filled").strings() == ["first", "first"])
    }
    #expect(throws: SignatureRunnerError.invalidTensorDataCount(provided: 2, required: 1)) {
      try runners[0].copy(["a", "b"], toInputNamed: "text")
    }
    #expect(throws: InterpreterError.self) { try runners[0].invoke(with: ["text": Data([1])]) }
  }

  @Test func thePool() {
    let pool = StringPool(byteLimit: 1 << 20)
    #expect(pool.number(of: []) == 0 && pool[0].isEmpty && pool[-1].isEmpty && pool[.max].isEmpty)
    let (one, two) = (pool.number(of: [1]), pool.number(of: [2], isPinned: true))
    #expect(one != two && pool.number(of: [1]) == one && pool[one ?? 0] == [1] && pool.isCollectable)
    let three = pool.number(of: [3]) ?? 0
    pool.collect(keeping: [three, 99])
    #expect(pool[one ?? 0].isEmpty && pool[two ?? 0] == [2] && pool[three] == [3] && !pool.isCollectable)
    #expect(pool.number(of: [4]) == one)
    pool.pin([three, 1000, -1])
    pool.collect(keeping: [])
    #expect(pool[three] == [3] && pool[one ?? 0].isEmpty)
    #expect(pool.number(of: ByteSlice([UInt8](repeating: 1, count: 1 << 20))) == nil)
  }
}
