/// Bytes from index 0 on: those of slices are numbered anew, which the engine does not look at.
public struct Data: MutableCollection, RandomAccessCollection, RangeReplaceableCollection, Hashable, Sendable {
  private var bytes: [UInt8]

  public init() { bytes = [] }
  public init(count: Int) { bytes = Array(repeating: 0, count: count) }
  public init<Elements: Sequence>(_ elements: Elements) where Elements.Element == UInt8 { bytes = Array(elements) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { bytes.count }

  public subscript(index: Int) -> UInt8 {
    get { bytes[index] }
    set { bytes[index] = newValue }
  }

  public subscript(range: Range<Int>) -> Data {
    get { Data(bytes[range]) }
    set { bytes.replaceSubrange(range, with: newValue.bytes) }
  }

  public mutating func replaceSubrange<Elements: Collection>(_ range: Range<Int>, with elements: Elements)
  where Elements.Element == UInt8 {
    bytes.replaceSubrange(range, with: elements)
  }

  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes(body)
  }

  public mutating func withUnsafeMutableBytes<Result>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeMutableBytes(body)
  }
}

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
}
