import Foundation

extension RemoteFile {
  /// Whether the address is that of an archive, by its name or because a file in it is asked for.
  ///
  /// Size and hash are those of the file in it then, not of what comes.
  var namesArchive: Bool {
    let name = url.path.lowercased()
    return member != nil || ModelArchive.suffixes.contains { name.hasSuffix($0) }
  }

  /// Whether what has come is an archive, and not the file itself.
  func isPacked(in came: URL) throws(ModelManagerError) -> Bool {
    if member != nil { return true }
    do { return try ModelArchive.isArchive(came) } catch { throw ModelManagerError(error, at: came) }
  }

  /// Takes the file out of the archive that has come.
  ///
  /// - Parameter limit: how many bytes may be unpacked in all.
  /// - Throws: ``ModelManagerError/unusableArchive(url:member:reason:)``, ``ModelManagerError/diskFull(path:)``.
  func unpack(_ archive: URL, to destination: URL, limit: Int) throws(ModelManagerError) {
    do {
      try ModelArchive(file: archive, byteLimit: limit)
        .unpack(member, to: destination, memberByteLimit: min(size ?? limit, limit))
    } catch let problem as ArchiveProblem {
      throw .unusableArchive(url: url.withoutSecrets, member: member ?? "*.tflite", reason: problem.description)
    } catch {
      throw ModelManagerError(error, at: destination)
    }
  }
}
