import TFLiteSchema

/// The specification of WHERE: rows in the order of the elements.
///
/// Source: `tflite/kernels/internal/reference/reference_ops.h`, SelectTrueCoords.
extension Where {
  func runReference(_ call: OperatorCall) {
    guard count > 0 else { return }
    let output = call.output(0, as: Int64.self)
    let strides = inputShape.rowMajorStrides
    var row = 0
    var watch = call.stopWatch
    Self.forEachNonZero(call.inputBytes(0), type: type, count: inputShape.wrappingProduct, &watch) { element in
      var rest = element
      for (axis, stride) in strides.enumerated() {
        output[row * strides.count + axis] = Int64(rest / stride)
        rest %= stride
      }
      row += 1
    }
  }

  /// Calls `body` with the position of every element that is not 0.
  static func forEachNonZero(
    _ bytes: UnsafeRawPointer, type: TensorType, count: Int, _ watch: inout StopWatch, _ body: (Int) -> Void
  ) {
    func scan<Element: Numeric & BitwiseCopyable>(_ element: Element.Type) {
      watch.forEachPart(of: 0..<count, stepsPerElement: 8) { part in
        for index in part
        where bytes.loadUnaligned(fromByteOffset: index * MemoryLayout<Element>.size, as: element) != 0 { body(index) }
      }
    }
    switch type {
    case .float32: scan(Float.self)
    case .int64: scan(Int64.self)
    case .int32, .uint32: scan(Int32.self)
    default: scan(UInt8.self)
    }
  }
}
