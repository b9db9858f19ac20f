import CTensorFlowLite
import TFLiteCLibrary

@c @implementation
package func TfLiteIntArrayGetSizeInBytes(_ size: Int32) -> Int { (Int(max(0, size)) + 1) * MemoryLayout<Int32>.size }

@c @implementation
package func TfLiteIntArrayCreate(_ size: Int32) -> UnsafeMutablePointer<TfLiteIntArray>? {
  size < 0 ? nil : .allocate(count: Int(size))
}

@c @implementation
package func TfLiteIntArrayEqual(_ a: UnsafePointer<TfLiteIntArray>?, _ b: UnsafePointer<TfLiteIntArray>?) -> Int32 {
  a == b || (a != nil && b != nil && a?.values == b?.values) ? 1 : 0
}

@c @implementation
package func TfLiteIntArrayEqualsArray(
  _ a: UnsafePointer<TfLiteIntArray>?, _ b_size: Int32, _ b_data: UnsafePointer<Int32>?
) -> Int32 {
  let values = a?.values ?? []
  guard values.count == b_size else { return 0 }
  return values.indices.allSatisfy { values[$0] == b_data?[$0] } ? 1 : 0
}

@c @implementation
package func TfLiteIntArrayCopy(_ src: UnsafePointer<TfLiteIntArray>?) -> UnsafeMutablePointer<TfLiteIntArray>? {
  guard let src, let copy = TfLiteIntArrayCreate(max(0, src.pointee.size)) else { return nil }
  copy.elements.update(from: UnsafeMutablePointer(mutating: src).elements, count: Int(copy.pointee.size))
  return copy
}

@c @implementation
package func TfLiteIntArrayFree(_ a: UnsafeMutablePointer<TfLiteIntArray>?) { free(a) }

@c @implementation
package func TfLiteFloatArrayGetSizeInBytes(_ size: Int32) -> Int32 { (max(0, size) &+ 1) &* 4 }

@c @implementation
package func TfLiteFloatArrayCreate(_ size: Int32) -> UnsafeMutablePointer<TfLiteFloatArray>? {
  size < 0 ? nil : .allocate(count: Int(size))
}

@c @implementation
package func TfLiteFloatArrayCopy(_ src: UnsafePointer<TfLiteFloatArray>?) -> UnsafeMutablePointer<TfLiteFloatArray>? {
  guard let src, let copy = TfLiteFloatArrayCreate(max(0, src.pointee.size)) else { return nil }
  copy.elements.update(from: UnsafeMutablePointer(mutating: src).elements, count: Int(copy.pointee.size))
  return copy
}

@c @implementation
package func TfLiteFloatArrayFree(_ a: UnsafeMutablePointer<TfLiteFloatArray>?) { free(a) }
