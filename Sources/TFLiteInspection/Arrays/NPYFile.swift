import TFLiteFlatBuffers
import TFLiteSchema

/// The format NPY: one array, as `numpy.save` writes it.
///
/// Written are files of version 1.0 (2.0 for a header beyond 64 KiB), little-endian, in C order, whose elements start at
/// a multiple of 64 bytes. Read are versions 1.0 to 3.0, either byte order, C and Fortran order, with headers of up to
/// 64 KiB.
public enum NPYFile {
  private static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
  private static let alignment = 64
  /// The header is text, and searched. Its length may be stated as 4 GiB; arrays of 64 dimensions need less than 2 KiB.
  private static let longestHeader = 1 << 16

  // MARK: Writing

  /// The array as a file.
  ///
  /// Types that NumPy lacks are widened, without loss: integers of 2 and 4 bits to 8, the small floating point types to 32.
  /// Strings become as long as the longest, filled up with zeros, which NumPy takes for their end.
  ///
  /// - Throws: ``InspectionError/noArrayType(tensor:type:)``; ``InspectionError/arrayTooLarge(tensor:byteCount:limit:)``
  ///   where widened elements, or strings, would take more than 2 GiB, before there are any.
  public static func encode(_ values: TensorValues) throws(InspectionError) -> [UInt8] {
    let parts = try parts(of: values, limit: 2 << 30)
    return parts.header + parts.elements
  }

  /// A file in two parts, so that elements need not be copied.
  struct Parts {
    let header: [UInt8]
    let elements: [UInt8]
  }

  /// The array as a file, as ``encode(_:)`` has it.
  ///
  /// - Parameter limit: the most bytes that elements may take which are not those of the tensor.
  /// - Throws: ``InspectionError/noArrayType(tensor:type:)``, ``InspectionError/arrayTooLarge(tensor:byteCount:limit:)``.
  static func parts(of values: TensorValues, limit: Int) throws(InspectionError) -> Parts {
    if let strings = values.stringBuffer {
      let width = (0..<strings.count).reduce(1) { max($0, strings[$1].count) }
      try TensorValues.checkArray(width * strings.count, limit: limit)
      return Parts(header: header("|S\(width)", shape: values.shape), elements: padded(strings, to: width))
    }
    let stored = try values.widenedForNumPy(limit: limit)
    guard let description = stored.type.numpyDescription else {
      throw .noArrayType(tensor: "", type: values.type.schemaName)
    }
    return Parts(header: header(description, shape: stored.shape), elements: stored.bytes)
  }

  /// One string after the other, each filled up with zeros.
  private static func padded(_ strings: StringBuffer, to width: Int) -> [UInt8] {
    var elements = Array(repeating: 0 as UInt8, count: width * strings.count)
    elements.withUnsafeMutableBytes { elements in
      for index in 0..<strings.count {
        let element = UnsafeMutableRawBufferPointer(rebasing: elements[(width * index)...])
        strings[index].withUnsafeBytes { element.copyMemory(from: $0) }
      }
    }
    return elements
  }

  private static func header(_ description: String, shape: [Int]) -> [UInt8] {
    let sizes = shape.map(String.init).joined(separator: ", ")
    let tuple = shape.count == 1 ? "(\(sizes),)" : "(\(sizes))"
    let dictionary = "{'descr': '\(description)', 'fortran_order': False, 'shape': \(tuple), }"
    return header(Array(dictionary.utf8))
  }

  private static func header(_ dictionary: [UInt8]) -> [UInt8] {
    let isLong = dictionary.count + 1 + alignment > Int(UInt16.max)
    let lengthSize = isLong ? 4 : 2
    let start = magic.count + 2 + lengthSize
    let unpadded = start + dictionary.count + 1
    let padding = (alignment - unpadded % alignment) % alignment
    let length = dictionary.count + padding + 1
    let lengthBytes = (0..<lengthSize).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
    return magic + [isLong ? 2 : 1, 0] + lengthBytes + dictionary + Array(repeating: UInt8(ascii: " "), count: padding)
      + [UInt8(ascii: "\n")]
  }

  // MARK: Reading

  /// Reads the bytes of a file.
  ///
  /// - Throws: ``InspectionError/invalidNPY(reason:)``.
  public static func decode(_ file: ByteSlice) throws(InspectionError) -> TensorValues {
    guard file.count >= 10, file[0..<6] == ByteSlice(magic) else {
      throw .invalidNPY(reason: "it does not begin with \\x93NUMPY")
    }
    let version = file[6]
    guard (1...3).contains(version) else { throw .invalidNPY(reason: "version \(version) of the format is not known") }
    let lengthSize = version == 1 ? 2 : 4
    guard file.count >= 8 + lengthSize else { throw .invalidNPY(reason: "it ends in its header") }
    let length = (0..<lengthSize).reduce(0) { $0 | Int(file[8 + $1]) << (8 * $1) }
    let start = 8 + lengthSize
    guard length <= longestHeader else {
      throw .invalidNPY(reason: "its header has \(length) bytes, and no more than \(longestHeader) are read")
    }
    guard length <= file.count - start else { throw .invalidNPY(reason: "it ends in its header") }
    guard let text = file[start..<start + length].text else { throw .invalidNPY(reason: "its header is no text") }
    let header = try NPYHeader(text)
    return try values(header, file[start + length..<file.count])
  }

  private static func values(_ header: NPYHeader, _ data: ByteSlice) throws(InspectionError) -> TensorValues {
    guard let type = TensorType(numpyKind: header.kind, size: header.size) else {
      throw .invalidNPY(reason: "elements of type '\(header.kind)\(header.size)' have no counterpart in a model")
    }
    guard let expected = type.byteCount(shape: header.shape), expected == data.count else {
      throw .invalidNPY(reason: "\(data.count) bytes of elements do not make the shape \(header.shape)")
    }
    var bytes = data.withUnsafeBytes { Array($0) }
    if header.isBigEndian {
      // Complex numbers are two numbers each.
      let size = header.kind == "c" ? header.size / 2 : header.size
      for start in stride(from: 0, to: bytes.count, by: size) { bytes[start..<start + size].reverse() }
    }
    if header.isFortranOrder, header.shape.count > 1 {
      bytes = rowMajor(bytes, shape: header.shape, elementSize: header.size)
    }
    return TensorValues(type: type, shape: header.shape, checked: bytes)
  }

  /// Reorders elements whose first index changes fastest.
  private static func rowMajor(_ bytes: [UInt8], shape: [Int], elementSize: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    // A header has room for thousands of dimensions of 1, which would be gone through for each element.
    let shape = shape.filter { $0 != 1 }
    var strides = [1]
    for size in shape.dropLast() { strides.append((strides.last ?? 1) * size) }
    var index = Array(repeating: 0, count: shape.count)
    for _ in 0..<bytes.count / elementSize {
      let position = zip(index, strides).reduce(0) { $0 + $1.0 * $1.1 } * elementSize
      result += bytes[position..<position + elementSize]
      for dimension in shape.indices.reversed() {
        index[dimension] += 1
        if index[dimension] < shape[dimension] { break }
        index[dimension] = 0
      }
    }
    return result
  }
}

extension TensorType {
  /// How NumPy describes the type; nil where it has none.
  var numpyDescription: String? {
    switch self {
    case .bool: "|b1"
    case .uint8: "|u1"
    case .int8: "|i1"
    case .uint16: "<u2"
    case .int16: "<i2"
    case .uint32: "<u4"
    case .int32: "<i4"
    case .uint64: "<u8"
    case .int64: "<i8"
    case .float16: "<f2"
    case .float32: "<f4"
    case .float64: "<f8"
    case .complex64: "<c8"
    case .complex128: "<c16"
    default: nil
    }
  }

  private static let described: [TensorType] = [
    .bool, .uint8, .int8, .uint16, .int16, .uint32, .int32, .uint64, .int64, .float16, .float32, .float64, .complex64,
    .complex128,
  ]

  /// The type that NumPy describes by a letter and the bytes of an element.
  init?(numpyKind kind: String, size: Int) {
    let found = Self.described.first { $0.numpyDescription?.dropFirst() == "\(kind)\(size)"[...] }
    guard let found else { return nil }
    self = found
  }
}

extension TensorValues {
  /// The same values in a type that NumPy has.
  ///
  /// - Throws: ``InspectionError/arrayTooLarge(tensor:byteCount:limit:)``.
  fileprivate func widenedForNumPy(limit: Int) throws(InspectionError) -> TensorValues {
    let numbers = RealValues(self, nil)
    switch type {
    case .int2, .int4:
      try Self.checkArray(numbers.count, limit: limit)
      return TensorValues(type: .int8, shape: shape, checked: Self.byteList(numbers.count) { Int8(numbers[$0]) })
    case .uint4:
      try Self.checkArray(numbers.count, limit: limit)
      return TensorValues(type: .uint8, shape: shape, checked: Self.byteList(numbers.count) { UInt8(numbers[$0]) })
    case .bfloat16, .float8E4M3FN, .float8E5M2: return try dequantized(nil, limit: limit)
    default: return self
    }
  }
}
