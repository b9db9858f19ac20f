import TFLiteCLibrary

/// A model compiled by the TFLite C library. Compile once, run any number of times, from one thread at a time.
package final class LiteRTModel {
  /// The inputs, in the order in which `run` takes them.
  package private(set) var inputs: [LiteRTTensor] = []
  /// The outputs, in the order in which `run` returns them, with their shapes at run time.
  package private(set) var outputs: [LiteRTTensor] = []

  private typealias Handle = LiteRTFunctions.Handle
  private let library: LiteRTLibrary
  private let file: UnsafeMutableRawPointer
  private let slack: Int
  private var model: Handle?
  private var options: Handle?
  private var compiled: Handle?
  private var inputBuffers: [Handle?] = []
  private var outputBuffers: [Handle?] = []

  /// Compiles the model in `bytes`.
  ///
  /// - Parameters:
  ///   - library: the opened C library.
  ///   - bytes: a `.tflite` file. They are copied.
  ///   - kernelMode: which kernels compute.
  ///   - threads: the number of threads they may use.
  ///   - slack: bytes behind each input and output, for operators that read or write elements as if they had a larger
  ///     type than the model says. They belong to what `run` takes and returns.
  /// - Throws: `LiteRTError.callFailed` where the library refuses the model.
  package init(
    library: LiteRTLibrary, bytes: [UInt8], kernelMode: LiteRTKernelMode = .reference, threads: Int = 1, slack: Int = 0
  ) throws(LiteRTError) {
    self.library = library
    self.slack = slack
    // The library reads the file in place for as long as the model lives, and expects constants to be aligned.
    file = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 64)
    file.copyMemory(from: bytes, byteCount: bytes.count)

    let c = library.functions
    try call("LiteRtCreateModelFromBuffer") { c.createModelFromBuffer(library.environment, file, bytes.count, &model) }
    try call("LiteRtCreateOptions") { c.createOptions(&options) }
    let cpu: Int32 = 1
    try call("LiteRtSetOptionsHardwareAccelerators") { c.setHardwareAccelerators(options, cpu) }
    try addOptions(named: "xnnpack", "kernel_mode = \"\(kernelMode.rawValue)\"\nnum_threads = \(threads)\n")
    // 2: collect the interpreter's messages, from where a failing call takes its detail, instead of printing them.
    try addOptions(named: "runtime_options_string", "error_reporter_mode = 2\n")
    try call("LiteRtCreateCompiledModel") {
      c.createCompiledModel(library.environment, model, options, &compiled)
    }
    var signature: Handle?
    try call("LiteRtGetModelSignature") { c.getModelSignature(model, 0, &signature) }
    try prepareInputs(signature)
    try prepareOutputs(signature)
  }

  /// Compiles the model in the file at `path`.
  ///
  /// - Throws: `LiteRTError.callFailed` where the file cannot be read or the library refuses the model.
  package convenience init(
    library: LiteRTLibrary, path: String, kernelMode: LiteRTKernelMode = .reference, threads: Int = 1
  ) throws(LiteRTError) {
    try self.init(library: library, bytes: Self.contents(ofFile: path), kernelMode: kernelMode, threads: threads)
  }

  deinit {
    let c = library.functions
    for buffer in inputBuffers + outputBuffers { c.destroyTensorBuffer(buffer) }
    if compiled != nil { c.destroyCompiledModel(compiled) }
    if options != nil { c.destroyOptions(options) }
    if model != nil { c.destroyModel(model) }
    file.deallocate()
  }

  /// Runs the model once.
  ///
  /// Output buffers are filled first, because some operators leave unused elements as they were.
  ///
  /// - Parameters:
  ///   - inputs: the bytes of each input, as many as its shape and type ask for.
  ///   - fill: what is in the bytes of output buffers that nobody writes.
  /// - Returns: every output.
  /// - Throws: `LiteRTError.inputCount` or `.inputSize` where the inputs do not fit, `.callFailed` where the library
  ///   fails.
  package func run(inputs values: [[UInt8]], fill: UInt8 = 0) throws(LiteRTError) -> [LiteRTOutput] {
    guard values.count == inputs.count else {
      throw .inputCount(expected: inputs.count, provided: values.count)
    }
    for (index, (value, tensor)) in zip(values, inputs).enumerated() {
      let expected = tensor.byteCount + slack
      guard value.count == expected else {
        throw .inputSize(index: index, name: tensor.name, expected: expected, provided: value.count)
      }
      try withMemory(of: inputBuffers[index], writing: true) { $0.copyMemory(from: value, byteCount: value.count) }
    }
    for (buffer, tensor) in zip(outputBuffers, outputs) {
      try withMemory(of: buffer, writing: true) { _ = memset($0, Int32(fill), tensor.byteCount + slack) }
    }
    let c = library.functions
    try call("LiteRtRunCompiledModel") {
      c.runCompiledModel(compiled, 0, inputBuffers.count, &inputBuffers, outputBuffers.count, &outputBuffers)
    }
    var results: [LiteRTOutput] = []
    for (buffer, tensor) in zip(outputBuffers, outputs) {
      var bytes: [UInt8] = []
      try withMemory(of: buffer, writing: false) {
        bytes = Array(UnsafeRawBufferPointer(start: $0, count: tensor.byteCount + slack))
      }
      results.append(LiteRTOutput(tensor: tensor, bytes: bytes))
    }
    return results
  }

  // MARK: - Steps of compilation

  private func addOptions(named identifier: String, _ text: String) throws(LiteRTError) {
    let c = library.functions
    let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { free($0) }
    var added: Handle?
    try call("LiteRtCreateOpaqueOptions") { c.createOpaqueOptions(identifier, strdup(text), release, &added) }
    // From here on the options own the text and are owned by what they are added to.
    try call("LiteRtAddOpaqueOptions") { c.addOpaqueOptions(options, added) }
  }

  private func prepareInputs(_ signature: Handle?) throws(LiteRTError) {
    let c = library.functions
    var count = 0
    try call("LiteRtGetNumSignatureInputs") { c.getNumSignatureInputs(signature, &count) }
    for index in 0..<count {
      var tensor: Handle?
      try call("LiteRtGetSignatureInputTensorByIndex") { c.getSignatureInputTensor(signature, index, &tensor) }
      try describe(tensor, shape: nil) { (description: LiteRTTensor, rankedType) throws(LiteRTError) in
        inputBuffers.append(
          try slack == 0 ? inputBuffer(at: index, rankedType) : hostBuffer(rankedType, description))
        inputs.append(description)
      }
    }
  }

  private func prepareOutputs(_ signature: Handle?) throws(LiteRTError) {
    let c = library.functions
    var count = 0
    try call("LiteRtGetNumSignatureOutputs") { c.getNumSignatureOutputs(signature, &count) }
    let layouts = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, count * RankedTensorType.layoutByteCount), alignment: 8)
    defer { layouts.deallocate() }
    // `true` plans the tensors first, which gives the shapes at run time: those in the file may be empty.
    try call("LiteRtGetCompiledModelOutputTensorLayouts") {
      c.getOutputTensorLayouts(compiled, 0, count, layouts, true)
    }
    for index in 0..<count {
      var tensor: Handle?
      try call("LiteRtGetSignatureOutputTensorByIndex") { c.getSignatureOutputTensor(signature, index, &tensor) }
      let layout = layouts + index * RankedTensorType.layoutByteCount
      try describe(tensor, shape: layout) { (description: LiteRTTensor, rankedType) throws(LiteRTError) in
        outputs.append(description)
        outputBuffers.append(try hostBuffer(rankedType, description))
      }
    }
  }

  /// A buffer of the library's own size for an input: XNNPACK reads some bytes past the last element.
  private func inputBuffer(at index: Int, _ rankedType: UnsafeRawPointer) throws(LiteRTError) -> Handle? {
    let c = library.functions
    var requirements: Handle?
    try call("LiteRtGetCompiledModelInputBufferRequirements") {
      c.getInputBufferRequirements(compiled, 0, index, &requirements)
    }
    var buffer: Handle?
    try call("LiteRtCreateManagedTensorBufferFromRequirements") {
      c.createManagedTensorBufferFromRequirements(library.environment, rankedType, requirements, &buffer)
    }
    return buffer
  }

  /// A buffer for the elements of a tensor, and the slack.
  private func hostBuffer(_ rankedType: UnsafeRawPointer, _ tensor: LiteRTTensor) throws(LiteRTError) -> Handle? {
    let c = library.functions
    let hostMemory: Int32 = 1
    var buffer: Handle?
    try call("LiteRtCreateManagedTensorBuffer") {
      c.createManagedTensorBuffer(library.environment, hostMemory, rankedType, tensor.byteCount + slack, &buffer)
    }
    return buffer
  }

  /// Reads a tensor's name, index, type and shape, and lends the C structure they were read from.
  private func describe(
    _ tensor: Handle?, shape layout: UnsafeRawPointer?,
    _ body: (LiteRTTensor, UnsafeRawPointer) throws(LiteRTError) -> Void
  ) throws(LiteRTError) {
    let c = library.functions
    var text: UnsafePointer<CChar>?
    try call("LiteRtGetTensorName") { c.getTensorName(tensor, &text) }
    let name = text.map { String(cString: $0) } ?? ""
    var index: UInt32 = 0
    try call("LiteRtGetTensorIndex") { c.getTensorIndex(tensor, &index) }

    let rankedType = UnsafeMutableRawPointer.allocate(byteCount: RankedTensorType.byteCount, alignment: 8)
    defer { rankedType.deallocate() }
    try call("LiteRtGetRankedTensorType") { c.getRankedTensorType(tensor, rankedType) }
    if let layout {
      (rankedType + RankedTensorType.layoutOffset).copyMemory(
        from: layout, byteCount: RankedTensorType.layoutByteCount)
    }
    let code = rankedType.load(as: Int32.self)
    guard let type = LiteRTElementType(rawValue: code) else {
      throw .unsupportedElementType(tensor: name, code: code)
    }
    let shape = RankedTensorType.shape(ofLayout: rankedType + RankedTensorType.layoutOffset)
    try body(LiteRTTensor(name: name, index: Int(index), type: type, shape: shape), rankedType)
  }

  // MARK: - Calls

  /// Makes one call and turns a status other than 0 into an error with what the interpreter reported.
  private func call(_ function: String, _ body: () -> Int32) throws(LiteRTError) {
    let status = body()
    guard status != 0 else { return }
    var detail = ""
    var messages: UnsafeMutablePointer<CChar>?
    if compiled != nil, library.functions.getErrorMessages(compiled, &messages) == 0, let messages {
      detail = String(cString: messages)
      free(messages)
      _ = library.functions.clearErrors(compiled)
    }
    throw .callFailed(function: function, status: status, detail: detail)
  }

  private func withMemory(
    of buffer: Handle?, writing: Bool, _ body: (UnsafeMutableRawPointer) -> Void
  ) throws(LiteRTError) {
    let c = library.functions
    var memory: Handle?
    try call("LiteRtLockTensorBuffer") { c.lockTensorBuffer(buffer, &memory, writing ? 1 : 0) }
    // A tensor without elements may have no memory.
    if let memory { body(memory) }
    try call("LiteRtUnlockTensorBuffer") { c.unlockTensorBuffer(buffer) }
  }

  private static func contents(ofFile path: String) throws(LiteRTError) -> [UInt8] {
    guard let stream = fopen(path, "rb") else {
      throw .callFailed(function: "fopen", status: 500, detail: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    let chunk = 1 << 20
    while true {
      let block = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        count = fread(buffer.baseAddress, 1, chunk, stream)
      }
      if block.isEmpty { break }
      bytes += block
    }
    guard ferror(stream) == 0 else { throw .callFailed(function: "fread", status: 500, detail: path) }
    return bytes
  }
}
