import TFLiteSchema

/// UNIQUE: every value once, in the order of their first places, and for each element which of them it is.
///
/// Input: a vector. Outputs: the values [values], of its type; the indices, one for each element, int32 or int64 as
/// `idx_out_type` says.
///
/// A float that is no number counts as the smallest number before it, as TFLite's map finds it; where the first element
/// is none, it is the only value. Some threads of TFLite take subnormal numbers for 0; here only 0 is 0.
///
/// Source: `tflite/kernels/unique.cc`.
enum UniqueOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .uint8, .int8, .int16, .int32, .int64)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1, outputs: 2)
    let (input, values, indices) = (try context.input(0), context.output(0), context.output(1))
    try context.requireActivationType(of: Self.self)
    try context.require(input, rank: 1...1)
    try context.require(values, sameTypeAs: input)
    try context.require(values, sameMeaningAs: input)
    let indexType = try context.options(UniqueOptions.self).idxOutType
    guard indexType == .int32 || indexType == .int64 else {
      throw KernelError.option(
        context.identity, name: "idx_out_type", found: "\(indexType)", expected: "INT32 or INT64")
    }
    try context.require(indices, types: [indexType])
    // What FirstPlaces takes, and the indices as bytes.
    let bytesOfElement = 5 * MemoryLayout<Int32>.size + 2 * (input.type.byteCount(elementCount: 1) ?? 8) + 8
    try context.requireMemory(bytesOfElement * input.elementCount, for: "the places of \(input.elementCount) values")
    let stored = try context.values(input)
    var watch = context.stopWatch
    let found = try stored.withUnsafeBytes { bytes in
      switch input.type {
      case .float32: try FirstPlaces(bytes, Float.self, &watch)
      case .uint8: try FirstPlaces(bytes, UInt8.self, &watch)
      case .int8: try FirstPlaces(bytes, Int8.self, &watch)
      case .int16: try FirstPlaces(bytes, Int16.self, &watch)
      case .int32: try FirstPlaces(bytes, Int32.self, &watch)
      default: try FirstPlaces(bytes, Int64.self, &watch)
      }
    }
    let indexBytes =
      indexType == .int32
      ? try watch.bytes(of: found.indices, as: Int32.self) : try watch.bytes(of: found.indices, as: Int64.self)
    return CapturedResults(
      [
        TensorValue(type: input.type, shape: [found.places.count], bytes: found.bytes),
        TensorValue(type: indexType, shape: input.shape, bytes: indexBytes),
      ], path: .plain)
  }
}

/// Where values occur first, and which value each element has.
struct FirstPlaces {
  /// The first place of each value, ascending.
  private(set) var places: [Int32] = []
  /// For each element the value's number among ``places``.
  private(set) var indices: [Int32]
  /// The values, one behind the other.
  private(set) var bytes: [UInt8] = []

  /// - Complexity: O(n log n).
  init<Element: Comparable & BitwiseCopyable>(
    _ stored: UnsafeRawBufferPointer, _ type: Element.Type, _ watch: inout StopWatch
  ) throws(RunStopped) {
    let size = MemoryLayout<Element>.size
    let count = stored.count / size
    let elements = try watch.map(0..<count) { stored.loadUnaligned(fromByteOffset: $0 * size, as: type) }
    // Only what is no number is not equal to itself.
    let isUnordered = count > 0 && elements[0] != elements[0]
    let firsts = isUnordered ? try watch.map(0..<count) { _ in Int32(0) } : try Self.firstPlaces(of: elements, &watch)
    indices = []
    indices.reserveCapacity(count)
    for place in 0..<count {
      try watch.check(after: 16)
      if Int(firsts[place]) == place {
        indices.append(Int32(places.count))
        places.append(Int32(place))
        bytes += stored[place * size..<(place + 1) * size]
      } else {
        indices.append(indices[Int(firsts[place])])
      }
    }
  }

  /// For each element the first place of its value. The first element is a number.
  private static func firstPlaces<Element: Comparable>(
    of elements: [Element], _ watch: inout StopWatch
  ) throws(RunStopped) -> [Int32] {
    var numbers: [Int32] = []
    watch.forEachPart(of: elements.indices) { part in
      for place in part where elements[place] == elements[place] { numbers.append(Int32(place)) }
    }
    let order = try sorted(numbers, of: elements, &watch)
    var firsts = try watch.map(elements.indices) { Int32($0) }
    watch.forEachPart(of: 1..<max(1, order.count), stepsPerElement: 16) { part in
      for position in part {
        let (before, place) = (Int(order[position - 1]), Int(order[position]))
        if elements[before] == elements[place] { firsts[place] = firsts[before] }
      }
    }
    var smallest = 0
    for place in elements.indices {
      try watch.check(after: 16)
      if elements[place] != elements[place] {
        firsts[place] = firsts[smallest]
      } else if elements[place] < elements[smallest] {
        smallest = place
      }
    }
    return firsts
  }

  private static func sorted<Element: Comparable>(
    _ places: [Int32], of elements: [Element], _ watch: inout StopWatch
  ) throws(RunStopped) -> [Int32] {
    try watch.sorted(places) {
      let (left, right) = (elements[Int($0)], elements[Int($1)])
      return left < right || left == right && $0 < $1
    }
  }
}

extension StopWatch {
  /// Numbers as tensors store them.
  fileprivate mutating func bytes<Stored: FixedWidthInteger>(
    of numbers: [Int32], as type: Stored.Type
  ) throws(RunStopped) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * MemoryLayout<Stored>.size)
    forEachPart(of: numbers.indices) { part in
      for place in part {
        withUnsafeBytes(of: Stored(truncatingIfNeeded: numbers[place]).littleEndian) { bytes += $0 }
      }
    }
    try check(after: 0)
    return bytes
  }
}
