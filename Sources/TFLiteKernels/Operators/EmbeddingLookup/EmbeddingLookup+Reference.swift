/// The specification of EMBEDDING_LOOKUP in a quantized table: each stored value, moved to the top of its byte, times
/// the scale, which is made smaller by as much.
///
/// Source: `tflite/kernels/embedding_lookup.cc`, EvalHybrid and EvalBlockwise.
extension QuantizedEmbeddingLookup {
  func runReference<Output: CastElement>(_ call: OperatorCall, as outputType: Output.Type) throws {
    let table = call.inputBytes(1)
    let format = UnpackedWeights.format(of: type)
    let free = 8 - (format?.bitWidth ?? 8)
    var output = call.output(0, as: Output.self)
    var watch = call.stopWatch
    for place in 0..<outputShape[0] {
      // A row may be empty.
      try watch.check(after: 4)
      let row = try indices.index(at: place, of: call, below: rowCount)
      for element in row * rowLength..<(row + 1) * rowLength {
        let value = format?.value(at: element, of: table) ?? table.load(fromByteOffset: element, as: Int8.self)
        let scale = scales[element / elementsPerScale] / Float(1 << free)
        output.pointee = Output(real: Double(Float(Int(value) << free) * scale))
        output += 1
        try watch.check(after: 4)
      }
    }
  }
}
