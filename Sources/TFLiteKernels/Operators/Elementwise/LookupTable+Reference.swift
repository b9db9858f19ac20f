/// The specification of operators on 8-bit tensors that are tables: every byte is looked up.
extension LookupTable {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: UInt8.self)
    let output = call.output(0, as: UInt8.self)
    call.forEachPart(of: 0..<outputShape.reduce(1, *)) { part in
      for index in part { output[index] = table[Int(input[index])] }
    }
  }
}
