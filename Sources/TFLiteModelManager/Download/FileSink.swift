import Foundation

/// Writes a body to a partial file: from its beginning, or where it ended.
final class FileSink: BodySink {
  private let partial: PartialFile
  private let key: String
  private let file: RemoteFile
  private let allowance: DiskAllowance
  private let progress: ByteProgress
  /// What is there, if the transfer may go on from it.
  let resumed: PartialFile.State?

  private var handle: FileHandle?
  private var url = ""
  private(set) var byteCount: Int
  private var total: Int?

  init(_ partial: PartialFile, key: String, file: RemoteFile, allowance: DiskAllowance, progress: ByteProgress) {
    self.partial = partial
    self.key = key
    self.file = file
    self.allowance = allowance
    self.progress = progress
    let state = partial.state(of: key)
    let partialByteCount = partial.byteCount
    // Where the system cannot say how much has come, nothing can be added behind it.
    resumed = state?.etag == nil || partialByteCount == 0 ? nil : state
    byteCount = resumed == nil ? 0 : partialByteCount
    total = resumed?.total
  }

  /// The fields of a request for what is missing.
  var headers: [String: String] {
    guard let etag = resumed?.etag else { return [:] }
    return ["Range": "bytes=\(byteCount)-", "If-Range": etag]
  }

  /// Whether nothing is missing.
  var isComplete: Bool { resumed != nil && byteCount == total }

  func begin(_ head: HTTPHead) throws(ModelManagerError) -> Bool {
    url = head.url.withoutSecrets
    switch head.status {
    case 206: try goOn(head)
    case 200..<300: try startAnew(head)
    default: return false
    }
    progress.update(completed: byteCount, total: total)
    return true
  }

  private func startAnew(_ head: HTTPHead) throws(ModelManagerError) {
    byteCount = 0
    total = head.byteCount ?? announcedSize
    if let total { try check(total, isWhole: true) }
    // Parts of a compressed body are counted in its own bytes, of which nothing is kept.
    handle = try partial.begin(.init(key: key, etag: head.isEncoded ? nil : head.strongETag, total: total))
  }

  /// How many bytes have to come; nil where nobody has said so.
  private var announcedSize: Int? { file.namesArchive ? nil : file.size }

  private func goOn(_ head: HTTPHead) throws(ModelManagerError) {
    guard let resumed, !head.isEncoded, let range = head.contentRange, range.start == byteCount,
      head.strongETag == resumed.etag,
      range.total == nil || resumed.total == nil || range.total == resumed.total
    else {
      try partial.remove()
      throw .connection(
        url: url, reason: "the server sent another part of the file, or of another file, than asked for")
    }
    total = resumed.total ?? range.total
    if let total { try check(total, isWhole: true) }
    handle = try partial.resume()
  }

  func receive(_ data: Data) throws(ModelManagerError) {
    try check(byteCount + data.count, isWhole: false)
    do { try handle?.write(contentsOf: data) } catch {
      let failure = ModelManagerError(error, at: partial.file)
      // What has come is what fills the disk.
      if case .diskFull = failure { try? partial.remove() }
      throw failure
    }
    byteCount += data.count
    progress.update(completed: byteCount, total: total)
  }

  /// Refuses what cannot be right as soon as it can be known.
  private func check(_ byteCount: Int, isWhole: Bool) throws(ModelManagerError) {
    if let announcedSize, byteCount > announcedSize || isWhole && byteCount < announcedSize {
      try? partial.remove()
      throw .wrongSize(url: url, expected: announcedSize, found: byteCount)
    }
    do { try allowance.check(byteCount, from: url) } catch {
      try? partial.remove()
      throw error
    }
  }

  /// - Throws: ``ModelManagerError/connection(url:reason:)`` where bytes are missing.
  func finish() throws(ModelManagerError) {
    do { try handle?.close() } catch { throw ModelManagerError(error, at: partial.file) }
    guard let total, byteCount != total else { return }
    throw .connection(url: url, reason: "it ended after \(byteCount) of \(total) bytes")
  }
}
