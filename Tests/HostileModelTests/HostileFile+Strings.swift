import TFLiteFlatBuffers
import TFLiteSchema
import TestModels

extension HostileFile {
  // MARK: - Strings and tables of them (row 48)

  static let strings = [
    HostileFile(48, "a table with inputs", .allocate, ["operator 0 HASHTABLE", "inputs"], .logistic) {
      $0.model.operatorCodes[0] = OperatorCode(.hashtable)
    },
    HostileFile(48, "a table of floats", .allocate, ["operator 0 HASHTABLE", "key_dtype"], .table()) {
      $0.graph.operators[0].builtinOptions = HashtableOptions { $0.valueDtype = .string }
    },
    HostileFile(48, "a table that nobody fills", .invoke, ["operator 1 HASHTABLE_FIND", "HASHTABLE_IMPORT"], .table()) {
      $0.graph.operators.remove(at: 1)
    },
    HostileFile(
      48, "a table with keys of another type", .invoke, ["operator 1 HASHTABLE_IMPORT", "tensor 1", "STRING"], .table()
    ) {
      $0.graph.operators[0].builtinOptions = HashtableOptions { ($0.keyDtype, $0.valueDtype) = (.string, .int64) }
    },
    HostileFile(
      48, "more keys than values", .allocate, ["operator 1 HASHTABLE_IMPORT", "tensor 2", "[2]"], .table()
    ) {
      $0.graph.tensors[2].shape = [1]
      $0.model.buffers[2] = Buffer(data: ByteSlice(ModelSketch.strings(["one"])))
    },
    HostileFile(
      48, "no value for other keys", .allocate, ["operator 2 HASHTABLE_FIND", "tensor 4", "at least 1"], .table()
    ) {
      $0.graph.tensors[4].shape = [0]
      $0.model.buffers[3] = Buffer(data: ByteSlice(ModelSketch.strings([])))
    },
    HostileFile(48, "a variable in place of a table", .invoke, ["operator 1 HASHTABLE_IMPORT", "no table"], .table()) {
      $0.model.operatorCodes[0] = OperatorCode(.varHandle)
      $0.graph.operators[0].builtinOptions = VarHandleOptions()
    },
    HostileFile(48, "a number in place of a table", .allocate, ["operator 1 HASHTABLE_IMPORT", "INT64"], .table()) {
      $0.graph.operators[1].inputs[0] = 1
    },
    HostileFile(
      48, "more strings than memory", .allocate, ["tensor 2", "strings", "memory limit"], .table(), memoryLimit: 1 << 14
    ) {
      $0.graph.tensors[1].shape = [1000]
      $0.graph.tensors[2].shape = [1000]
      $0.model.buffers[1] = Buffer(data: ByteSlice([UInt8](repeating: 1, count: 8000)))
      $0.model.buffers[2] = Buffer(data: ByteSlice(ModelSketch.strings((0..<1000).map { "string \($0)" })))
    },
    HostileFile(
      48, "the same string very often", .invoke, ["tensor 2", "strings", "memory limit"], memoryLimit: 1 << 20
    ) {
      var sketch = ModelSketch()
      let dims = sketch.plain("dims", [1], .int32, data: [0, 0, 1, 0])
      let value = sketch.plain("value", [], .string, data: ModelSketch.strings([String(repeating: "a", count: 1000)]))
      let output = sketch.plain("output", [65536], .string)
      sketch.step(OperatorCode(.fill), FillOptions(), inputs: [dims, value], outputs: [output])
      sketch.graph.outputs = [output]
      return try sketch.model.file()
    },
    HostileFile(
      48, "too many groups of words", .allocate, ["operator 0 SKIP_GRAM", "memory limit"], .skipGram(size: 9),
      memoryLimit: 1 << 16),
    HostileFile(48, "too long a search for groups", .allocate, ["operator 0 SKIP_GRAM", "steps"], .skipGram(size: 27)),
    HostileFile(48, "groups of 2^31 - 1 words", .ran, [], .skipGram(size: .max)),
    HostileFile(48, "groups of -1 words", .ran, [], .skipGram(size: -1)),
  ]
}

extension ModelSketch {
  /// Strings as a file holds them.
  static func strings(_ texts: [String]) -> [UInt8] {
    var offset = Int32(4 * (texts.count + 2))
    var numbers = [Int32(texts.count), offset]
    for text in texts {
      offset += Int32(text.utf8.count)
      numbers.append(offset)
    }
    return numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
      + texts.flatMap { Array($0.utf8) }
  }

  /// A table from int64 to strings; tensors: 0 its handle, 1 the keys [2], 2 the values [2], 3 the keys to find [2], an
  /// input, 4 the value of others [1], 5 what is found.
  fileprivate static func table() -> ModelSketch {
    var sketch = ModelSketch()
    let handle = sketch.plain("handle", [1], .resource)
    let keys = sketch.plain(
      "keys", [2], .int64, data: [1] + [UInt8](repeating: 0, count: 7) + [2] + [UInt8](repeating: 0, count: 7))
    let values = sketch.plain("values", [2], .string, data: strings(["one", "two"]))
    let wanted = sketch.plain("wanted", [2], .int64)
    let other = sketch.plain("other", [1], .string, data: strings(["none"]))
    let found = sketch.plain("found", [2], .string)
    sketch.step(
      OperatorCode(.hashtable), HashtableOptions { ($0.keyDtype, $0.valueDtype) = (.int64, .string) }, inputs: [],
      outputs: [handle])
    sketch.step(OperatorCode(.hashtableImport), inputs: [handle, keys, values], outputs: [])
    sketch.step(OperatorCode(.hashtableFind), inputs: [handle, wanted, other], outputs: [found])
    sketch.graph.inputs = [wanted]
    sketch.graph.outputs = [found]
    return sketch
  }

  /// Groups out of 28 words, of which any may be left out.
  fileprivate static func skipGram(size: Int32) -> ModelSketch {
    var sketch = ModelSketch()
    let text = (0..<28).map { "w\($0)" }.joined(separator: " ")
    let input = sketch.plain("text", [1], .string, data: strings([text]))
    let output = sketch.plain("groups", [1], .string)
    sketch.step(
      OperatorCode(.skipGram),
      SkipGramOptions {
        $0.ngramSize = size
        $0.maxSkipSize = 28
      }, inputs: [input], outputs: [output])
    sketch.graph.outputs = [output]
    return sketch
  }
}
