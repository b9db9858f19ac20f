extension FlexBufferValue {
  /// Decodes a FlexBuffer (flatbuffers.dev/flatbuffers_internals, "FlexBuffers").
  ///
  /// - Throws: ``FlatBufferError`` for anything that is no FlexBuffer, that reaches out of `bytes`, that is nested more
  ///   than 64 levels deep, or that refers to the same bytes so often that its value would outgrow them.
  public init(decoding bytes: ByteSlice) throws(FlatBufferError) {
    var decoder = FlexBufferDecoder(bytes: bytes)
    self = try decoder.root()
  }
}

private struct FlexBufferDecoder {
  private let bytes: ByteSlice
  private let count: Int
  private var valuesLeft: Int
  private var copiedBytesLeft: Int

  private static let maximumDepth = 64

  init(bytes: ByteSlice) {
    self.bytes = bytes
    count = bytes.count
    // Every element of a vector takes at least a byte, so a buffer that shares nothing has fewer values than bytes.
    // Texts may be shared: writers store equal ones once.
    valuesLeft = 2 * bytes.count + 16
    copiedBytesLeft = 16 * bytes.count + 4096
  }

  mutating func root() throws(FlatBufferError) -> FlexBufferValue {
    guard count >= 3 else {
      throw .outOfBounds(what: "the FlexBuffer", position: 0, size: 3, limit: UInt64(count))
    }
    let width = try checkedWidth(UInt64(bytes[count - 1]), at: count - 1)
    guard width <= count - 2 else {
      throw .outOfBounds(what: "the FlexBuffer's root", position: 0, size: UInt64(width + 2), limit: UInt64(count))
    }
    return try value(packedType: bytes[count - 2], at: count - 2 - width, width: width, depth: 0)
  }

  /// The value whose `width` bytes at `position`, which are in the buffer, hold it or refer to it.
  private mutating func value(
    packedType: UInt8, at position: Int, width: Int, depth: Int
  ) throws(FlatBufferError) -> FlexBufferValue {
    guard let type = FlexBufferType(rawValue: packedType >> 2) else {
      throw .malformed(what: "the FlexBuffer", position: position, reason: "\(packedType >> 2) is no type")
    }
    return try value(
      type, at: position, width: width, childWidth: 1 << Int(packedType & 3), depth: depth)
  }

  private mutating func value(
    _ type: FlexBufferType, at position: Int, width: Int, childWidth: Int, depth: Int
  ) throws(FlatBufferError) -> FlexBufferValue {
    guard depth < Self.maximumDepth else { throw .tooDeep(position: position, limit: Self.maximumDepth) }
    guard valuesLeft > 0 else {
      throw .tooManyReferences(position: position, reason: "more values than the FlexBuffer has room for")
    }
    valuesLeft -= 1
    switch type {
    case .null:
      return .null
    case .bool:
      return .bool(unsigned(at: position, width: width) != 0)
    case .int:
      return .int(signed(at: position, width: width))
    case .uint:
      return .uint(unsigned(at: position, width: width))
    case .float:
      return .float(try float(at: position, width: width))
    case .indirectInt:
      return .int(signed(at: try target(at: position, width: width, size: childWidth), width: childWidth))
    case .indirectUInt:
      return .uint(unsigned(at: try target(at: position, width: width, size: childWidth), width: childWidth))
    case .indirectFloat:
      return .float(try float(at: target(at: position, width: width, size: childWidth), width: childWidth))
    case .key:
      return .string(try key(at: target(at: position, width: width, size: 1)))
    case .string:
      let (start, length) = try sized(at: position, width: width, childWidth: childWidth, elementSize: 1)
      return .string(try text(start..<start + length))
    case .blob:
      let (start, length) = try sized(at: position, width: width, childWidth: childWidth, elementSize: 1)
      return .blob(bytes[start..<start + length])
    case .vector:
      let (start, length) = try sized(at: position, width: width, childWidth: childWidth, elementSize: childWidth + 1)
      return .vector(try elements(start: start, count: length, width: childWidth, depth: depth))
    case .map:
      return .map(try map(at: position, width: width, childWidth: childWidth, depth: depth))
    default:
      guard let (elementType, fixedCount) = type.element else {
        throw .malformed(what: "the FlexBuffer", position: position, reason: "\(type.rawValue) is no type")
      }
      let start: Int
      let length: Int
      if let fixedCount {
        start = try target(at: position, width: width, size: fixedCount * childWidth)
        length = fixedCount
      } else {
        (start, length) = try sized(at: position, width: width, childWidth: childWidth, elementSize: childWidth)
      }
      var values: [FlexBufferValue] = []
      for index in 0..<length {
        // The elements of the old typed vectors of strings have sizes of one byte.
        values.append(
          try value(elementType, at: start + index * childWidth, width: childWidth, childWidth: 1, depth: depth + 1))
      }
      return .vector(values)
    }
  }

  private mutating func elements(
    start: Int, count: Int, width: Int, depth: Int
  ) throws(FlatBufferError) -> [FlexBufferValue] {
    let types = start + count * width
    var values: [FlexBufferValue] = []
    for index in 0..<count {
      values.append(
        try value(packedType: bytes[types + index], at: start + index * width, width: width, depth: depth + 1))
    }
    return values
  }

  private mutating func map(
    at position: Int, width: Int, childWidth: Int, depth: Int
  ) throws(FlatBufferError) -> [String: FlexBufferValue] {
    let (start, length) = try sized(at: position, width: width, childWidth: childWidth, elementSize: childWidth + 1)
    // In front of the size: where the keys are, and how wide their vector is.
    let keysField = start - 3 * childWidth
    guard keysField >= 0 else {
      throw .malformed(what: "the map", position: start, reason: "its keys would lie before the FlexBuffer")
    }
    let keysWidth = try checkedWidth(
      unsigned(at: start - 2 * childWidth, width: childWidth), at: start - 2 * childWidth)
    let (keysStart, keyCount) = try sized(
      at: keysField, width: childWidth, childWidth: keysWidth, elementSize: keysWidth)
    guard keyCount == length else {
      throw .malformed(what: "the map", position: start, reason: "\(keyCount) keys for \(length) values")
    }
    let values = try elements(start: start, count: length, width: childWidth, depth: depth)
    var map: [String: FlexBufferValue] = [:]
    for (index, value) in values.enumerated() {
      let key = try key(at: target(at: keysStart + index * keysWidth, width: keysWidth, size: 1))
      guard map.updateValue(value, forKey: key) == nil else {
        throw .malformed(what: "the map", position: start, reason: "the key '\(key)' occurs twice")
      }
    }
    return map
  }

  private func checkedWidth(_ width: UInt64, at position: Int) throws(FlatBufferError) -> Int {
    guard width == 1 || width == 2 || width == 4 || width == 8 else {
      throw .malformed(what: "the FlexBuffer", position: position, reason: "\(width) is no width of a value")
    }
    return Int(width)
  }

  /// Where the offset at `position` leads: back. `size` bytes are there.
  private func target(at position: Int, width: Int, size: Int) throws(FlatBufferError) -> Int {
    let offset = unsigned(at: position, width: width)
    guard offset <= UInt64(position) else {
      throw .malformed(
        what: "the FlexBuffer", position: position, reason: "the offset \(offset) leads before the first byte")
    }
    let target = position - Int(offset)
    guard size <= count - target else {
      throw .outOfBounds(what: "the value", position: UInt64(target), size: UInt64(size), limit: UInt64(count))
    }
    return target
  }

  /// The elements of the vector that the offset at `position` leads to, whose number is stored in front of them.
  private func sized(
    at position: Int, width: Int, childWidth: Int, elementSize: Int
  ) throws(FlatBufferError) -> (start: Int, count: Int) {
    let start = try target(at: position, width: width, size: 0)
    guard start >= childWidth else {
      throw .malformed(what: "the vector", position: start, reason: "its size would lie before the FlexBuffer")
    }
    let length = unsigned(at: start - childWidth, width: childWidth)
    guard length <= UInt64((count - start) / elementSize) else {
      let (size, overflow) = length.multipliedReportingOverflow(by: UInt64(elementSize))
      throw .outOfBounds(
        what: "the vector", position: UInt64(start), size: overflow ? .max : size, limit: UInt64(count))
    }
    return (start, Int(length))
  }

  private mutating func key(at start: Int) throws(FlatBufferError) -> String {
    var end = start
    while end < count, bytes[end] != 0 { end += 1 }
    guard end < count else {
      throw .malformed(what: "the key", position: start, reason: "no zero follows it")
    }
    return try text(start..<end)
  }

  private mutating func text(_ range: Range<Int>) throws(FlatBufferError) -> String {
    guard range.count <= copiedBytesLeft else {
      throw .tooManyReferences(position: range.lowerBound, reason: "the same text is referred to too often")
    }
    copiedBytesLeft -= range.count
    guard let text = bytes[range].text else {
      throw .malformed(what: "the string", position: range.lowerBound, reason: "it is not UTF-8")
    }
    return text
  }

  private func unsigned(at position: Int, width: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<width { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    return value
  }

  private func signed(at position: Int, width: Int) -> Int64 {
    let unused = Int64(64 - 8 * width)
    return (Int64(bitPattern: unsigned(at: position, width: width)) << unused) >> unused
  }

  private func float(at position: Int, width: Int) throws(FlatBufferError) -> Double {
    let bits = unsigned(at: position, width: width)
    switch width {
    case 8: return Double(bitPattern: bits)
    case 4: return Double(Float(bitPattern: UInt32(bits)))
    default:
      throw .malformed(
        what: "the number", position: position, reason: "there is no floating point of \(8 * width) bits")
    }
  }
}
