import CTensorFlowLite
import TFLiteCLibrary

// Strings in a tensor: their count, the offset of each and of the end, 32 bits each, then their bytes.

/// Where the strings of a tensor lie; nil where the tensor does not hold what it should.
private func strings(_ pointer: OpaquePointer?) -> (base: UnsafeMutableRawPointer, offsets: [Int])? {
  guard let tensor = pointer.map({ UnsafePointer<TfLiteTensor>($0).pointee }), tensor.type == kTfLiteString,
    let base = tensor.data.data, tensor.bytes >= 4
  else { return nil }
  let count = Int(base.loadUnaligned(as: Int32.self))
  guard count >= 0, tensor.bytes / 4 >= count + 2 else { return nil }
  let offsets = (0...count).map { Int(base.loadUnaligned(fromByteOffset: 4 + 4 * $0, as: Int32.self)) }
  let isSorted = zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
  guard isSorted, offsets[0] >= 0, offsets[count] <= tensor.bytes else { return nil }
  return (base, offsets)
}

@c @implementation
package func TfLiteOpaqueTensorGetStringCount(_ tensor: OpaquePointer?) -> Int32 {
  Int32((strings(tensor)?.offsets.count ?? 1) - 1)
}

@c @implementation
package func TfLiteOpaqueTensorGetString(
  _ tensor: OpaquePointer?, _ index: Int32, _ str: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
  _ len: UnsafeMutablePointer<Int32>?
) -> TfLiteStatus {
  guard let str, let len else { return refuseNull("str or len") }
  guard let found = strings(tensor), index >= 0, Int(index) < found.offsets.count - 1 else {
    remember("the tensor holds no string \(index)")
    return kTfLiteError
  }
  let start = found.offsets[Int(index)]
  str.pointee = UnsafePointer((found.base + start).assumingMemoryBound(to: CChar.self))
  len.pointee = Int32(found.offsets[Int(index) + 1] - start)
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueTensorWriteStrings(
  _ tensor: OpaquePointer?, _ str_array: UnsafePointer<UnsafePointer<CChar>?>?, _ str_array_len: Int32,
  _ str_n_len: UnsafePointer<Int32>?
) -> TfLiteStatus {
  guard let tensor = tensor.map({ UnsafeMutablePointer<TfLiteTensor>($0) }), str_array_len >= 0,
    str_array_len == 0 || str_array != nil && str_n_len != nil
  else { return refuseNull("tensor, str_array or str_n_len") }
  var bytes: [UInt8] = []
  var offsets: [Int32] = []
  let header = 4 * (Int(str_array_len) + 2)
  for index in 0..<Int(str_array_len) {
    guard let string = str_array?[index], let length = str_n_len?[index], length >= 0 else {
      return refuseNull("a string")
    }
    offsets.append(Int32(header + bytes.count))
    bytes += UnsafeRawBufferPointer(start: string, count: Int(length))
  }
  offsets.append(Int32(header + bytes.count))
  let packed = ([str_array_len] + offsets).withUnsafeBytes { Array($0) } + bytes
  if !tensor.isOfModel { tensor.pointee.allocation_type = kTfLiteDynamic }
  guard TfLiteTensorRealloc(packed.count, tensor) == kTfLiteOk, let base = tensor.pointee.data.data else {
    return kTfLiteError
  }
  base.copyMemory(from: packed, byteCount: packed.count)
  tensor.set(shape: [Int(str_array_len)])
  return kTfLiteOk
}

@c @implementation
package func TfLiteOpaqueTensorWriteString(
  _ tensor: OpaquePointer?, _ str: UnsafePointer<CChar>?, _ len: Int32
) -> TfLiteStatus {
  withUnsafePointer(to: str) { array in
    withUnsafePointer(to: len) { TfLiteOpaqueTensorWriteStrings(tensor, array, 1, $0) }
  }
}
