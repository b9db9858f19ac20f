/// The specification of CAST: runs of elements are read into whole or real numbers that lose nothing, and written from
/// there, so that every type is read and written in one place. Between types that have float32's exponent only bits are
/// moved, which keeps subnormal numbers.
///
/// Source: `tflite/kernels/cast.cc`, copyCast.
extension Cast {
  func runReference(_ call: OperatorCall) {
    call.workers.forEachRange(of: outputShape.reduce(1, *), minimumCount: 4096) { elements in
      // Blocks start at whole bytes even where elements are smaller.
      var start = elements.lowerBound / Self.blockCount * Self.blockCount
      let end =
        elements.upperBound == outputShape.reduce(1, *)
        ? elements.upperBound : elements.upperBound / Self.blockCount * Self.blockCount
      while start < end {
        let block = start..<min(start + Self.blockCount, end)
        source.read(from: call.inputBytes(0), block, writingTo: call.outputBytes(0), as: target)
        start = block.upperBound
      }
    }
  }

  private static let blockCount = 512
}

/// A type that CAST reads and writes.
protocol CastType: SendableMetatype {
  /// Reads some elements and writes them as another type.
  static func read(
    from input: UnsafeRawPointer, _ elements: Range<Int>, writingTo output: UnsafeMutableRawPointer,
    as target: any CastType.Type)

  /// Writes some elements that are whole numbers.
  static func write(_ values: UnsafePointer<Int64>, to output: UnsafeMutableRawPointer, _ elements: Range<Int>)

  /// Writes some elements that are real numbers.
  static func write(_ values: UnsafePointer<Double>, to output: UnsafeMutableRawPointer, _ elements: Range<Int>)
}

/// A type whose elements are whole bytes; its elements are read and written one by one.
protocol CastElement: CastType, BitwiseCopyable {
  /// Int64, Float or Double, whichever holds every value of this type.
  associatedtype Exact: ExactNumber

  var exact: Exact { get }
  init(whole: Int64)
  init(real: Double)
}

/// A number on its way from one type to another.
protocol ExactNumber: BitwiseCopyable {
  static func write(
    _ values: UnsafePointer<Self>, as target: any CastType.Type, to output: UnsafeMutableRawPointer,
    _ elements: Range<Int>)
}

extension Int64: ExactNumber {
  static func write(
    _ values: UnsafePointer<Int64>, as target: any CastType.Type, to output: UnsafeMutableRawPointer,
    _ elements: Range<Int>
  ) { target.write(values, to: output, elements) }
}

extension Float: ExactNumber {
  static func write(
    _ values: UnsafePointer<Float>, as target: any CastType.Type, to output: UnsafeMutableRawPointer,
    _ elements: Range<Int>
  ) {
    if let target = target as? any SinglePrecisionElement.Type { return target.write(values, to: output, elements) }
    withUnsafeTemporaryAllocation(of: Double.self, capacity: elements.count) { doubles in
      guard let start = doubles.baseAddress else { return }
      for index in 0..<elements.count { (start + index).initialize(to: Double(values[index])) }
      target.write(UnsafePointer(start), to: output, elements)
    }
  }
}

extension Double: ExactNumber {
  static func write(
    _ values: UnsafePointer<Double>, as target: any CastType.Type, to output: UnsafeMutableRawPointer,
    _ elements: Range<Int>
  ) { target.write(values, to: output, elements) }
}

extension CastElement {
  static func read(
    from input: UnsafeRawPointer, _ elements: Range<Int>, writingTo output: UnsafeMutableRawPointer,
    as target: any CastType.Type
  ) { read(from: input, elements, writingTo: output, as: target) { $0.exact } }

  static func read<Number: ExactNumber>(
    from input: UnsafeRawPointer, _ elements: Range<Int>, writingTo output: UnsafeMutableRawPointer,
    as target: any CastType.Type, _ number: (Self) -> Number
  ) {
    let source = input.assumingMemoryBound(to: Self.self)
    withUnsafeTemporaryAllocation(of: Number.self, capacity: elements.count) { values in
      guard let start = values.baseAddress else { return }
      for (index, element) in elements.enumerated() { (start + index).initialize(to: number(source[element])) }
      Number.write(start, as: target, to: output, elements)
    }
  }

  static func write(
    _ values: UnsafePointer<Int64>, to output: UnsafeMutableRawPointer, _ elements: Range<Int>
  ) {
    let target = output.assumingMemoryBound(to: Self.self)
    for (index, element) in elements.enumerated() { target[element] = Self(whole: values[index]) }
  }

  static func write(
    _ values: UnsafePointer<Double>, to output: UnsafeMutableRawPointer, _ elements: Range<Int>
  ) {
    let target = output.assumingMemoryBound(to: Self.self)
    for (index, element) in elements.enumerated() { target[element] = Self(real: values[index]) }
  }
}

/// A type with float32's exponent, into which float32 goes by its bits.
protocol SinglePrecisionElement: CastElement where Exact == Float {
  init(single: Float)
}

extension SinglePrecisionElement {
  init(whole: Int64) { self.init(single: Float(whole)) }
  init(real: Double) { self.init(single: Float(real)) }

  static func write(_ values: UnsafePointer<Float>, to output: UnsafeMutableRawPointer, _ elements: Range<Int>) {
    let target = output.assumingMemoryBound(to: Self.self)
    for (index, element) in elements.enumerated() { target[element] = Self(single: values[index]) }
  }
}
