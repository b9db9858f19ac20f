import CTensorFlowLite
import TFLiteCLibrary

extension UnsafeMutablePointer<TfLiteIntArray> {
  /// Where the elements lie, behind the count.
  var elements: UnsafeMutablePointer<Int32> {
    (UnsafeMutableRawPointer(self) + MemoryLayout<Int32>.size).assumingMemoryBound(to: Int32.self)
  }

  /// The elements as they are now.
  var values: [Int32] { Array(UnsafeBufferPointer(start: elements, count: Int(Swift.max(0, pointee.size)))) }

  /// A new array, which its owner frees with `TfLiteIntArrayFree`.
  ///
  /// - Precondition: the system has memory.
  static func make(_ values: some Collection<Int32>) -> UnsafeMutablePointer<TfLiteIntArray> {
    guard let array = allocate(count: values.count) else { fatalError("no memory for \(values.count) numbers") }
    for (position, value) in values.enumerated() { array.elements[position] = value }
    return array
  }

  /// Uninitialized elements; nil where the system has no memory.
  static func allocate(count: Int) -> UnsafeMutablePointer<TfLiteIntArray>? {
    let array = memory(count: count)?.assumingMemoryBound(to: TfLiteIntArray.self)
    array?.pointee.size = Int32(count)
    return array
  }
}

/// Memory for a count and as many numbers of 32 bits; nil, with a reason, where the system has none.
private func memory(count: Int) -> UnsafeMutableRawPointer? {
  let block = malloc((count + 1) * MemoryLayout<Int32>.size)
  if block == nil { remember("the system gives no memory for \(count) numbers") }
  return block
}

extension UnsafePointer<TfLiteIntArray> {
  /// The elements as they are now.
  var values: [Int32] { UnsafeMutablePointer(mutating: self).values }
}

extension UnsafeMutablePointer<TfLiteFloatArray> {
  /// Where the elements lie, behind the count.
  var elements: UnsafeMutablePointer<Float> {
    (UnsafeMutableRawPointer(self) + MemoryLayout<Int32>.size).assumingMemoryBound(to: Float.self)
  }

  /// A new array, which its owner frees with `TfLiteFloatArrayFree`.
  ///
  /// - Precondition: the system has memory.
  static func make(_ values: [Float]) -> UnsafeMutablePointer<TfLiteFloatArray> {
    guard let array = allocate(count: values.count) else { fatalError("no memory for \(values.count) numbers") }
    for (position, value) in values.enumerated() { array.elements[position] = value }
    return array
  }

  /// Uninitialized elements; nil where the system has no memory.
  static func allocate(count: Int) -> UnsafeMutablePointer<TfLiteFloatArray>? {
    let array = memory(count: count)?.assumingMemoryBound(to: TfLiteFloatArray.self)
    array?.pointee.size = Int32(count)
    return array
  }
}
