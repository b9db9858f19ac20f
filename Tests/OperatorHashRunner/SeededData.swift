import TFLite
import TestRandomness

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SeededGenerator {
  /// Values that make sense for the type: floats in -1...1, small indices, any bytes.
  mutating func data(_ type: Tensor.DataType, byteCount: Int) -> Data {
    switch type {
    case .float32: Data(elements(byteCount / 4) { Float.random(in: -1...1, using: &$0).bitPattern })
    case .int32, .uInt32: Data(elements(byteCount / 4) { UInt32.random(in: 0...3, using: &$0) })
    case .int64, .uInt64: Data(elements(byteCount / 8) { UInt64.random(in: 0...3, using: &$0) })
    case .bool: Data(elements(byteCount) { UInt8.random(in: 0...1, using: &$0) })
    default: Data(elements(byteCount) { UInt8.random(in: 0...255, using: &$0) })
    }
  }

  /// Little-endian.
  private mutating func elements<Element: FixedWidthInteger>(
    _ count: Int, _ element: (inout SeededGenerator) -> Element
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * MemoryLayout<Element>.size)
    for _ in 0..<count { withUnsafeBytes(of: element(&self).littleEndian) { bytes += $0 } }
    return bytes
  }
}
