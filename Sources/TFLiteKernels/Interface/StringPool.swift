import TFLiteFlatBuffers
import TFLiteSchema

/// The strings of one interpreter, by number. In memory, an element of a tensor of type STRING is such a number, 64 bits,
/// so that operators which only move elements need not know of strings.
///
/// Equal strings have equal numbers, and the empty string has 0: memory that is set to zeros holds empty strings. A number
/// that stands for nothing counts as 0. A string is kept while the interpreter needs it: those of constants and of hash
/// tables as long as it lives, all others until ``collect(keeping:)`` finds that no tensor has them any more.
///
/// Only one thread at a time uses a pool: the interpreter's operators run one after the other.
package final class StringPool: @unchecked Sendable {
  /// A string with the hash and the equality of its bytes.
  private struct Key: Hashable {
    let bytes: ByteSlice

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  private struct Entry {
    let bytes: ByteSlice
    /// Whether the string is kept whatever tensors hold.
    var isPinned: Bool
    /// What the string counts against the limit.
    let cost: Int
  }

  /// What each string takes beside its bytes, about: its places in the list and in the dictionary.
  private static let overhead = 128

  private var entries: [Entry?] = [Entry(bytes: [], isPinned: true, cost: 0)]
  private var numbers: [Key: Int64] = [:]
  private var unused: [Int] = []
  /// The most bytes that all strings together may take.
  let byteLimit: Int
  private var byteCount = 0
  /// Whether strings have come since the last collection that may be garbage by now.
  private(set) package var isCollectable = false

  /// - Parameter byteLimit: the most bytes that all strings together may take.
  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The string with a number.
  package subscript(number: Int64) -> ByteSlice {
    guard number > 0, number < entries.count, let entry = entries[Int(number)] else { return [] }
    return entry.bytes
  }

  /// The number of a string.
  ///
  /// - Parameter isPinned: whether it is kept as long as the interpreter lives. Its bytes are then not copied: they belong
  ///   to a file.
  /// - Returns: nil where all strings together would exceed the memory limit.
  package func number(of string: ByteSlice, isPinned: Bool = false) -> Int64? {
    guard !string.isEmpty else { return 0 }
    if let number = numbers[Key(bytes: string)] {
      if isPinned { entries[Int(number)]?.isPinned = true }
      return number
    }
    let cost = Self.overhead + (isPinned ? 0 : string.count)
    guard cost <= byteLimit - byteCount else { return nil }
    byteCount += cost
    let bytes = isPinned ? string : string.withUnsafeBytes { ByteSlice($0) }
    let entry = Entry(bytes: bytes, isPinned: isPinned, cost: cost)
    let place = unused.popLast() ?? entries.count
    if place == entries.count { entries.append(entry) } else { entries[place] = entry }
    numbers[Key(bytes: bytes)] = Int64(place)
    if !isPinned { isCollectable = true }
    return Int64(place)
  }

  /// Keeps strings as long as the interpreter lives.
  package func pin(_ numbers: some Sequence<Int64>) {
    for number in numbers where number > 0 && number < entries.count { entries[Int(number)]?.isPinned = true }
  }

  /// Forgets all strings but those that are pinned and those whose numbers are given. They keep their numbers.
  package func collect(keeping kept: Set<Int64>) {
    for (place, entry) in entries.enumerated() {
      guard let entry, !entry.isPinned, !kept.contains(Int64(place)) else { continue }
      numbers[Key(bytes: entry.bytes)] = nil
      entries[place] = nil
      unused.append(place)
      byteCount -= entry.cost
    }
    isCollectable = false
  }
}

// MARK: - Elements of tensors

extension StringPool {
  /// The elements of a tensor that has the strings in some bytes, in row-major order.
  ///
  /// - Returns: nil where all strings together would exceed the memory limit.
  package func elements(_ strings: StringBuffer, isPinned: Bool = false) -> [Int64]? {
    var elements: [Int64] = []
    elements.reserveCapacity(strings.count)
    for index in 0..<strings.count {
      guard let number = number(of: strings[index], isPinned: isPinned) else { return nil }
      elements.append(number)
    }
    return elements
  }

  /// The strings of elements in memory.
  package func strings(_ elements: UnsafeRawBufferPointer) -> [ByteSlice] {
    elements.stringNumbers.map { self[$0] }
  }

  /// The strings of elements in memory, as TFLite's interfaces hold them.
  ///
  /// - Returns: nil where they would take more than the memory limit, or than 2 GiB.
  package func buffer(_ elements: UnsafeRawBufferPointer) -> [UInt8]? {
    StringBuffer.bytes(of: strings(elements), limit: byteLimit)
  }
}

extension UnsafeRawBufferPointer {
  /// The numbers of the strings in the memory of a tensor of type STRING.
  package var stringNumbers: some Sequence<Int64> {
    (0..<count / 8).lazy.map { loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self) }
  }
}

extension TensorValue {
  /// A tensor of type STRING.
  init(strings numbers: [Int64], shape: [Int]) {
    self.init(type: .string, shape: shape, bytes: numbers.withUnsafeBytes { Array($0) })
  }
}

extension KernelError {
  /// Strings that do not fit into memory.
  static func stringsExceedLimit(_ identity: OperatorIdentity, _ tensor: TensorDescriptor) -> KernelError {
    .size(identity, tensor.identity, "would hold strings that, with all others, exceed the memory limit")
  }
}
