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
  static func make(_ values: some Collection<Int32>) -> UnsafeMutablePointer<TfLiteIntArray> {
    let array = allocate(count: values.count)
    for (position, value) in values.enumerated() { array.elements[position] = value }
    return array
  }

  /// Uninitialized elements.
  ///
  /// - Precondition: the system has memory.
  static func allocate(count: Int) -> UnsafeMutablePointer<TfLiteIntArray> {
    guard let block = malloc((count + 1) * MemoryLayout<Int32>.size) else {
      fatalError("no memory for \(count) numbers")
    }
    let array = block.assumingMemoryBound(to: TfLiteIntArray.self)
    array.pointee.size = Int32(count)
    return array
  }
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
  static func make(_ values: [Float]) -> UnsafeMutablePointer<TfLiteFloatArray> {
    guard let block = malloc((values.count + 1) * MemoryLayout<Float>.size) else {
      fatalError("no memory for \(values.count) numbers")
    }
    let array = block.assumingMemoryBound(to: TfLiteFloatArray.self)
    array.pointee.size = Int32(values.count)
    for (position, value) in values.enumerated() { array.elements[position] = value }
    return array
  }
}
