import Foundation

/// Brings one model up to date, under the lock of its place. Until the new version is whole and checked, the old one stays.
struct ModelUpdate: Sendable {
  let model: any RemoteModel
  let source: any ModelSource
  let slot: ModelSlot
  let configuration: ModelManager.Configuration
  let client: HTTPClient
  let progress: ByteProgress

  /// - Returns: the model in place, new or not.
  func run() async throws(ModelManagerError) -> DownloadedModel {
    let lock = try await slot.lock()
    defer { slot.leave(lock) }
    slot.sweep()
    var links = 0
    while true {
      // What cannot be read is fetched anew.
      let installed = (try? slot.installed()).flatMap { $0.record.origin == source.origin ? $0 : nil }
      guard let offer = try await offer(installed) else {
        if let installed { return installed }
        throw .invalidAnswer(url: "\(source.origin)", reason: "the model is unchanged, but there is none here")
      }
      do { return try await follow(offer, installed) } catch ModelManagerError.expiredLink where links < 3 {
        // The source has another link.
        links += 1
      }
    }
  }

  /// What the source has, nil where that is what is installed.
  private func offer(_ installed: DownloadedModel?) async throws(ModelManagerError) -> ModelOffer? {
    let request = ModelRequest(
      name: model.name, variant: model.variant, installed: installed, client: client,
      makeInstallationID: { () throws(ModelManagerError) in
        if let id = configuration.installationID {
          guard !id.isEmpty else { throw .noInstallationID(path: "the manager's configuration", reason: "it is empty") }
          return id
        }
        return try slot.store.makeInstallationID()
      })
    let answer: ModelAnswer
    do { answer = try await source.answer(to: request) } catch let error as ModelManagerError {
      throw error
    } catch {
      throw Task.isCancelled ? .cancelled : .invalidAnswer(url: "\(source.origin)", reason: "\(error)")
    }
    guard case .offer(let offer) = answer else { return nil }
    let isInstalled =
      installed.map {
        offer.revision != nil && $0.record.revision == offer.revision && $0.record.pinnedVariant == model.variant
      } ?? false
    return isInstalled ? nil : offer
  }

  private func follow(
    _ offer: ModelOffer, _ installed: DownloadedModel?
  ) async throws(ModelManagerError) -> DownloadedModel {
    let partial = PartialFile(folder: slot.partial)
    defer { if partial.byteCount == 0 { slot.removePartial() } }
    let arrival = try await arrival(of: offer, installed, partial)
    let labels = try await labels(of: offer, partial)
    let record = record(offer, arrival, hasLabels: labels != nil)
    if case .here(let installed) = arrival, labels == nil, record == installed.record {
      slot.removePartial()
      return installed
    }
    let version = try slot.makeVersion()
    // Nothing is left of a version that was not put in place.
    defer { slot.sweep() }
    do {
      let destination = version.appendingPathComponent(ModelSlot.modelFile)
      switch arrival {
      case .here(let installed): try FileManager.default.linkItem(at: installed.resolvedURL, to: destination)
      case .new(let file): try FileManager.default.moveItem(at: file.url, to: destination)
      }
      try labels?.write(to: version.appendingPathComponent(ModelSlot.labelsFile))
    } catch {
      throw ModelManagerError(error, at: version)
    }
    slot.removePartial()
    return try slot.install(version, record)
  }

  private func arrival(
    of offer: ModelOffer, _ installed: DownloadedModel?, _ partial: PartialFile
  ) async throws(ModelManagerError) -> Arrival {
    if let installed, offer.file.sha256?.lowercased() == installed.record.sha256 { return .here(installed) }
    // Only for bytes of the same address does an ETag mean anything.
    let known = installed.flatMap {
      offer.revision == nil && $0.record.url == offer.file.url.withoutSecrets ? $0 : nil
    }
    if let new = try await Arrival(offer, to: partial, replacing: known, by: self) { return new }
    guard let known else {
      throw .invalidAnswer(url: offer.file.url.withoutSecrets, reason: "it is unchanged, but there is none here")
    }
    return .here(known)
  }

  /// The names of the classes, checked.
  private func labels(of offer: ModelOffer, _ partial: PartialFile) async throws(ModelManagerError) -> Data? {
    guard let labels = offer.labels else { return nil }
    let isHere = labels.url == offer.file.url && FileManager.default.fileExists(atPath: partial.file.path)
    let came = isHere && labels.member != nil ? nil : try await client.get(labels.url).body
    let data = labels.member == nil ? came ?? Data() : try unpackedLabels(labels, from: came, partial)
    try labels.check(data)
    return data
  }

  /// Labels out of an archive: one that was fetched for them, or that of the model.
  private func unpackedLabels(
    _ labels: RemoteFile, from fetched: Data?, _ partial: PartialFile
  ) throws(ModelManagerError) -> Data {
    try FileManager.default.makeFolder(partial.folder)
    let file = partial.folder.appendingPathComponent(ModelSlot.labelsFile)
    let archive = fetched == nil ? partial.file : partial.folder.appendingPathComponent("labels-archive")
    do {
      try fetched?.write(to: archive)
      try labels.unpack(archive, to: file, limit: configuration.unpackingLimit)
      return try ReadableText.bytes(of: file)
    } catch let error as ModelManagerError {
      throw error
    } catch {
      throw ModelManagerError(error, at: file)
    }
  }

  private func record(_ offer: ModelOffer, _ arrival: Arrival, hasLabels: Bool) -> ModelRecord {
    ModelRecord(
      name: model.name, version: offer.version, revision: offer.revision ?? arrival.revision, variant: offer.variant,
      pinnedVariant: model.variant, license: offer.license, origin: source.origin, url: offer.file.url.withoutSecrets,
      sha256: arrival.sha256, size: arrival.size, etag: arrival.etag, hasLabels: hasLabels, date: arrival.date)
  }
}
