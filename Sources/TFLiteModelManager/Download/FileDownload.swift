import Foundation

/// Brings one file to this machine, in as many transfers as it takes.
struct FileDownload: Sendable {
  let client: HTTPClient
  let file: RemoteFile
  /// Stands for the bytes that are meant: what has come for another key is thrown away.
  let key: String
  let partial: PartialFile
  /// The name of the bytes that are here already; nil where none are, or nobody knows.
  let installedETag: String?
  let allowance: DiskAllowance
  let progress: ByteProgress

  /// What has become of it.
  enum Outcome: Equatable {
    /// The server has nothing else than what is here.
    case unchanged
    /// The partial file is whole.
    case complete(etag: String?, wasResumed: Bool)
  }

  func run() async throws(ModelManagerError) -> Outcome {
    if file.url.isFileURL { return try await copy() }
    return try await client.retrying(progress: { partial.byteCount }) { patience async throws(ModelManagerError) in
      try await attempt(patience)
    }
  }

  private func attempt(_ patience: Duration) async throws(ModelManagerError) -> Outcome {
    let sink = FileSink(partial, key: key, file: file, allowance: allowance, progress: progress)
    if sink.isComplete { return .complete(etag: sink.resumed?.etag, wasResumed: true) }
    var headers = sink.headers
    if let installedETag { headers["If-None-Match"] = installedETag }
    let head = try await client.transfer(
      file.url, headers: headers, to: sink, patience: patience, allowsCompression: false)
    switch head.status {
    case 200..<300:
      try sink.finish()
      return .complete(etag: head["ETag"], wasResumed: head.status == 206)
    case 304 where installedETag != nil: return .unchanged
    case 416 where sink.resumed != nil:
      try partial.remove()
      throw .connection(url: head.url.withoutSecrets, reason: "the file has become shorter than what came before")
    case 400, 403:
      if let expiry = file.expiry, expiry <= Date() { throw .expiredLink(url: file.url.withoutSecrets, expiry: expiry) }
      throw head.refusal
    default: throw head.refusal
    }
  }

  /// Copies a file of this machine.
  private func copy() async throws(ModelManagerError) -> Outcome {
    let source: FileHandle
    do { source = try FileHandle(forReadingFrom: file.url) } catch { throw ModelManagerError(error, at: file.url) }
    defer { try? source.close() }
    try partial.remove()
    let sink = FileSink(partial, key: key, file: file, allowance: allowance, progress: progress)
    let size = try? FileManager.default.attributesOfItem(atPath: file.url.path)[.size] as? Int
    let length = size.map { [(name: "Content-Length", value: String($0))] } ?? []
    _ = try sink.begin(HTTPHead(url: file.url, status: 200, fields: length))
    while true {
      guard !Task.isCancelled else {
        try partial.remove()
        throw .cancelled
      }
      let data: Data?
      do { data = try source.read(upToCount: 1 << 18) } catch { throw ModelManagerError(error, at: file.url) }
      guard let data, !data.isEmpty else { break }
      try sink.receive(data)
    }
    try sink.finish()
    return .complete(etag: nil, wasResumed: false)
  }
}
