/// How much a FlatBuffer may make its reader do.
///
/// Nothing in the format forbids a million references to the same bytes. Without limits a small file could then ask
/// for any amount of memory and time.
public struct FlatBufferLimits: Sendable {
  /// Levels of tables within tables.
  public var maximumDepth = 64

  /// Tables read in all, counting a table as often as it is referred to.
  public var maximumTables = 1_000_000

  /// Bytes of strings and vectors copied out in all, counting them as often as they are referred to, for each byte
  /// of the buffer. A buffer in which nothing is shared needs less than 1. A mebibyte is always allowed.
  public var maximumCopiesOfEachByte = 4

  /// Bytes of a file that is read into memory; larger ones can be mapped. 8 GiB, more than any published model.
  public var maximumFileSize = 8 << 30

  /// The limits above.
  public init() {}
}
