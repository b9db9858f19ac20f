extension Interpreter {
  /// Runs `body` with the memory of an input, to be read and written without copying.
  ///
  /// Inside `body`, calls that need the tensors at rest throw ``InterpreterError/tensorFlowLiteError(_:)``: invoking,
  /// allocating, resizing, copying into inputs, and asking for the same input again.
  ///
  /// - Parameters:
  ///   - index: The input.
  ///   - type: The type of the elements, which are in row-major order.
  ///   - body: What reads and writes them.
  /// - Returns: what `body` returns.
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``, ``InterpreterError/allocateTensorsRequired``,
  ///   ``InterpreterError/failedToCopyDataToInputTensor`` for an input that is a constant,
  ///   ``InterpreterError/invalidTensorDataType`` for another type than the input's, checked in this order; what `body`
  ///   throws.
  public func withInput<Element: TensorElement, Result>(
    at index: Int, as type: Element.Type = Element.self, _ body: (inout MutableSpan<Element>) throws -> Result
  ) throws -> Result {
    let tensor = try inputTensor(index)
    return try main.activity.writing(main.place(of: tensor)) {
      let bytes = try main.writableBytes(of: tensor)
      let elements = try Self.elements(of: bytes, type: main.dataType(of: tensor), as: type)
      var span = elements.mutableSpan
      return try body(&span)
    }
  }

  /// Runs `body` with the memory of an output, to be read without copying.
  ///
  /// Inside `body`, calls that need the tensors at rest throw ``InterpreterError/tensorFlowLiteError(_:)``: invoking,
  /// allocating, resizing and copying into inputs.
  ///
  /// - Parameters:
  ///   - index: The output.
  ///   - type: The type of the elements, which are in row-major order.
  ///   - body: What reads them.
  /// - Returns: what `body` returns.
  /// - Throws: ``InterpreterError/invalidTensorIndex(index:maxIndex:)``, ``InterpreterError/invokeInterpreterRequired``,
  ///   ``InterpreterError/invalidTensorDataType`` for another type than the output's, checked in this order; what `body`
  ///   throws.
  public func withOutput<Element: TensorElement, Result>(
    at index: Int, as type: Element.Type = Element.self, _ body: (Span<Element>) throws -> Result
  ) throws -> Result {
    let tensor = try outputTensor(index)
    return try main.activity.reading(main.place(of: tensor)) {
      guard let bytes = main.bytes(of: tensor) else { throw InterpreterError.invokeInterpreterRequired }
      let elements = try Self.elements(of: bytes, type: main.dataType(of: tensor), as: type)
      return try body(UnsafeBufferPointer(elements).span)
    }
  }

  private static func elements<Element: TensorElement>(
    of bytes: UnsafeMutableRawBufferPointer, type: Tensor.DataType?, as element: Element.Type
  ) throws(InterpreterError) -> UnsafeMutableBufferPointer<Element> {
    let size = MemoryLayout<Element>.stride
    guard let type, Element.dataTypes.contains(type), bytes.count % size == 0,
      UInt(bitPattern: bytes.baseAddress) % UInt(MemoryLayout<Element>.alignment) == 0
    else { throw .invalidTensorDataType }
    let start = bytes.baseAddress?.assumingMemoryBound(to: element)
    return UnsafeMutableBufferPointer(start: start, count: bytes.count / size)
  }
}
