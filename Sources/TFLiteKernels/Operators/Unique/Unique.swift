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
    let stored = try context.values(input)
    let found = stored.withUnsafeBytes { bytes in
      switch input.type {
      case .float32: FirstPlaces(bytes, Float.self)
      case .uint8: FirstPlaces(bytes, UInt8.self)
      case .int8: FirstPlaces(bytes, Int8.self)
      case .int16: FirstPlaces(bytes, Int16.self)
      case .int32: FirstPlaces(bytes, Int32.self)
      default: FirstPlaces(bytes, Int64.self)
      }
    }
    let indexBytes =
      indexType == .int32
      ? found.indices.flatMap { withUnsafeBytes(of: Int32(truncatingIfNeeded: $0).littleEndian, Array.init) }
      : found.indices.flatMap { withUnsafeBytes(of: Int64($0).littleEndian, Array.init) }
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
  private(set) var places: [Int] = []
  /// For each element the value's number among ``places``.
  private(set) var indices: [Int]
  /// The values, one behind the other.
  private(set) var bytes: [UInt8] = []

  /// - Complexity: O(n log n).
  init<Element: Comparable & BitwiseCopyable>(_ stored: UnsafeRawBufferPointer, _ type: Element.Type) {
    let size = MemoryLayout<Element>.size
    let count = stored.count / size
    let elements = (0..<count).map { stored.loadUnaligned(fromByteOffset: $0 * size, as: type) }
    // Only what is no number is not equal to itself.
    let isUnordered = count > 0 && elements[0] != elements[0]
    let firsts = isUnordered ? Array(repeating: 0, count: count) : Self.firstPlaces(of: elements)
    indices = Array(repeating: 0, count: count)
    for place in 0..<count {
      if firsts[place] == place {
        indices[place] = places.count
        places.append(place)
        bytes += stored[place * size..<(place + 1) * size]
      } else {
        indices[place] = indices[firsts[place]]
      }
    }
  }

  /// For each element the first place of its value. The first element is a number.
  private static func firstPlaces<Element: Comparable>(of elements: [Element]) -> [Int] {
    let order = elements.indices.filter { elements[$0] == elements[$0] }
      .sorted { elements[$0] < elements[$1] || elements[$0] == elements[$1] && $0 < $1 }
    var firsts = Array(elements.indices)
    for (position, place) in order.enumerated().dropFirst() where elements[order[position - 1]] == elements[place] {
      firsts[place] = firsts[order[position - 1]]
    }
    var smallest = 0
    for place in elements.indices {
      if elements[place] != elements[place] {
        firsts[place] = firsts[smallest]
      } else if elements[place] < elements[smallest] {
        smallest = place
      }
    }
    return firsts
  }
}
