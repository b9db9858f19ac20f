extension FlexBufferValue {
  /// The value as a FlexBuffer. Maps have their keys sorted, as readers that search them expect.
  ///
  /// - Throws: ``FlatBufferError/malformed(what:position:reason:)`` if the key of a map contains a zero, which ends keys.
  public func encoded() throws(FlatBufferError) -> [UInt8] {
    var encoder = FlexBufferEncoder()
    let root = try encoder.append(self)
    encoder.finish(root)
    return encoder.bytes
  }
}

/// Writes values from the inside out: what a vector refers to lies in front of it.
private struct FlexBufferEncoder {
  private(set) var bytes: [UInt8] = []

  /// What a vector has to store for an element: the element itself, or the place it refers to.
  struct Element {
    enum Content {
      case inline(UInt64)
      case reference(Int)
    }
    var type: FlexBufferType
    var content: Content
    /// Bytes that the inline value needs, or the width with which the target was written.
    var width: Int
  }

  mutating func append(_ value: FlexBufferValue) throws(FlatBufferError) -> Element {
    switch value {
    case .null: return Element(type: .null, content: .inline(0), width: 1)
    case .bool(let value): return Element(type: .bool, content: .inline(value ? 1 : 0), width: 1)
    case .int(let value):
      return Element(type: .int, content: .inline(UInt64(bitPattern: value)), width: Self.width(of: value))
    case .uint(let value): return Element(type: .uint, content: .inline(value), width: Self.width(of: value))
    case .float(let value): return append(value)
    case .string(let text): return append(.string, Array(text.utf8), terminated: true)
    case .blob(let slice): return append(.blob, slice.withUnsafeBytes { Array($0) }, terminated: false)
    case .vector(let values):
      var elements: [Element] = []
      for value in values { elements.append(try append(value)) }
      return append(.vector, prefix: [], elements)
    case .map(let values): return try append(values)
    }
  }

  /// A number takes 4 bytes if nothing is lost by it; NaN, which equals nothing, always does.
  private func append(_ value: Double) -> Element {
    let narrow = Float(value)
    if Double(narrow) == value || value.isNaN {
      return Element(type: .float, content: .inline(UInt64(narrow.bitPattern)), width: 4)
    }
    return Element(type: .float, content: .inline(value.bitPattern), width: 8)
  }

  private mutating func append(_ type: FlexBufferType, _ content: [UInt8], terminated: Bool) -> Element {
    let width = Self.width(of: UInt64(content.count))
    pad(to: width)
    put(UInt64(content.count), width: width)
    let start = bytes.count
    bytes.append(contentsOf: content)
    if terminated { bytes.append(0) }
    return Element(type: type, content: .reference(start), width: width)
  }

  private mutating func append(_ map: [String: FlexBufferValue]) throws(FlatBufferError) -> Element {
    // Keys are ordered as the C library compares them: byte by byte.
    let entries = map.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var keys: [Element] = []
    for (key, _) in entries {
      guard !key.utf8.contains(0) else {
        throw .malformed(what: "the key '\(key)'", position: bytes.count, reason: "it contains a zero")
      }
      keys.append(Element(type: .key, content: .reference(bytes.count), width: 1))
      bytes.append(contentsOf: key.utf8)
      bytes.append(0)
    }
    var elements: [Element] = []
    for (_, value) in entries { elements.append(try append(value)) }
    let keyVector = appendKeys(keys)
    return append(.map, prefix: [keyVector], elements)
  }

  private mutating func appendKeys(_ keys: [Element]) -> Element {
    let width = widthOfVector(prefix: [], keys)
    pad(to: width)
    put(UInt64(keys.count), width: width)
    let start = bytes.count
    for key in keys { put(key, width: width) }
    return Element(type: .vectorKey, content: .reference(start), width: width)
  }

  /// A vector; in front of a map's there are its keys and their width.
  private mutating func append(_ type: FlexBufferType, prefix: [Element], _ elements: [Element]) -> Element {
    let width = widthOfVector(prefix: prefix, elements)
    pad(to: width)
    for keys in prefix {
      put(keys, width: width)
      put(UInt64(keys.width), width: width)
    }
    put(UInt64(elements.count), width: width)
    let start = bytes.count
    for element in elements { put(element, width: width) }
    for element in elements { bytes.append(packedType(element, in: width)) }
    return Element(type: type, content: .reference(start), width: width)
  }

  /// The least width in which the size and all elements of a vector fit that is written next.
  private func widthOfVector(prefix: [Element], _ elements: [Element]) -> Int {
    let smallest = Self.width(of: UInt64(elements.count))
    return [1, 2, 4, 8].first { width in
      guard width >= smallest else { return false }
      var position = (bytes.count + width - 1) / width * width
      for keys in prefix {
        guard fits(keys, at: position, width: width) else { return false }
        position += 2 * width
      }
      position += width
      for element in elements {
        guard fits(element, at: position, width: width) else { return false }
        position += width
      }
      return true
    } ?? 8
  }

  private func fits(_ element: Element, at position: Int, width: Int) -> Bool {
    switch element.content {
    case .inline: element.width <= width
    case .reference(let target): Self.width(of: UInt64(position - target)) <= width
    }
  }

  /// The type, with the width of an inline value as it is stored, or that of the target.
  private func packedType(_ element: Element, in width: Int) -> UInt8 {
    let stored =
      switch element.content {
      case .inline: width
      case .reference: element.width
      }
    return element.type.rawValue << 2 | UInt8(stored.trailingZeroBitCount)
  }

  mutating func finish(_ root: Element) {
    var width = root.width
    if case .reference = root.content { width = widthOfVector(prefix: [], [root]) }
    pad(to: width)
    put(root, width: width)
    bytes.append(packedType(root, in: width))
    bytes.append(UInt8(width))
  }

  private mutating func put(_ element: Element, width: Int) {
    switch element.content {
    case .inline(let bits):
      // A 32-bit float among wider elements is stored as a 64-bit one.
      let widens = element.type == .float && element.width == 4 && width == 8
      put(widens ? Double(Float(bitPattern: UInt32(bits))).bitPattern : bits, width: width)
    case .reference(let target):
      put(UInt64(bytes.count - target), width: width)
    }
  }

  private mutating func put(_ bits: UInt64, width: Int) {
    for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))) }
  }

  private mutating func pad(to width: Int) {
    while bytes.count % width != 0 { bytes.append(0) }
  }

  private static func width(of value: UInt64) -> Int {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }

  private static func width(of value: Int64) -> Int {
    Int64(Int8(truncatingIfNeeded: value)) == value
      ? 1
      : Int64(Int16(truncatingIfNeeded: value)) == value ? 2 : Int64(Int32(truncatingIfNeeded: value)) == value ? 4 : 8
  }
}
