import Foundation

/// A model file that has been checked, and is not in place yet.
enum Arrival: Sendable {
  /// It is that of the installed version.
  case here(DownloadedModel)
  /// It has come.
  case new(NewFile)

  struct NewFile: Sendable {
    let url: URL
    let size: Int
    let sha256: String
    /// What the server called the bytes; nil where it did not.
    let etag: String?
  }

  /// Fetches and checks a file.
  ///
  /// - Parameter installed: what the server may call unchanged; nil where it has to send the file.
  /// - Returns: nil where the server has nothing newer.
  init?(
    _ offer: ModelOffer, to partial: PartialFile, replacing installed: DownloadedModel?, by update: ModelUpdate
  ) async throws(ModelManagerError) {
    let file = offer.file
    let download = FileDownload(
      client: update.client, file: file, key: offer.revision ?? file.url.absoluteString, partial: partial,
      installedETag: installed?.record.etag,
      allowance: DiskAllowance(
        downloadLimit: update.configuration.downloadLimit, limit: update.configuration.diskLimit,
        used: update.slot.store.byteCount(except: partial.folder)),
      progress: update.progress)
    var mayBeMixed = true
    while true {
      guard case .complete(let etag, let wasResumed) = try await download.run() else { return nil }
      do {
        self = .new(
          try await Blocking.run { () throws(ModelManagerError) in
            try Self.checked(file, partial, etag: etag, update.configuration)
          })
        return
      } catch  where error.isAboutContents {
        try partial.remove()
        guard wasResumed, mayBeMixed else { throw error }
        // It was put together from several transfers. As a whole it gets one more chance.
        mayBeMixed = false
      }
    }
  }

  private static func checked(
    _ file: RemoteFile, _ partial: PartialFile, etag: String?, _ configuration: ModelManager.Configuration
  ) throws(ModelManagerError) -> NewFile {
    var url = partial.file
    if try file.isPacked(in: partial.file) {
      url = partial.folder.appendingPathComponent(ModelSlot.modelFile)
      try file.unpack(partial.file, to: url, limit: configuration.unpackingLimit)
    }
    let (size, sha256) = try file.check(url)
    try file.checkModel(url, options: configuration.interpreterOptions)
    return NewFile(url: url, size: size, sha256: sha256, etag: etag)
  }

  /// What a source has called it; nil where that is not known.
  var revision: String? {
    switch self {
    case .here(let installed): installed.record.revision
    case .new: nil
    }
  }

  /// When the file came.
  var date: Date {
    switch self {
    case .here(let installed): installed.record.date
    case .new: Date()
    }
  }

  var size: Int {
    switch self {
    case .here(let installed): installed.record.size
    case .new(let file): file.size
    }
  }

  var sha256: String {
    switch self {
    case .here(let installed): installed.record.sha256
    case .new(let file): file.sha256
    }
  }

  var etag: String? {
    switch self {
    case .here(let installed): installed.record.etag
    case .new(let file): file.etag
    }
  }
}

extension ModelManagerError {
  /// Whether other bytes would do better.
  fileprivate var isAboutContents: Bool {
    switch self {
    case .wrongSize, .wrongHash, .unusableModel, .unusableArchive: true
    default: false
    }
  }
}
