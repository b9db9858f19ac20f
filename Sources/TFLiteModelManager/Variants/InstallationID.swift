import Foundation

extension ModelStore {
  /// The id of this installation, which is made when it is first asked for. Programs that share the folder share the id.
  ///
  /// - Throws: ``ModelManagerError/noInstallationID(path:reason:)``.
  func makeInstallationID() throws(ModelManagerError) -> String {
    let files = FileManager.default
    if let id = try readInstallationID() { return id }
    do { try files.makeFolder(folder) } catch {
      throw .noInstallationID(path: installationID.path, reason: "\(error)")
    }
    // A file of its own first: whoever else makes one now, only one of the two links succeeds, and never half of one.
    let draft = folder.appendingPathComponent("installation-id.\(UUID().uuidString)")
    defer { try? files.removeItem(at: draft) }
    do { try Data(UUID().uuidString.utf8).write(to: draft) } catch {
      throw .noInstallationID(path: installationID.path, reason: error.localizedDescription)
    }
    guard link(draft.path, installationID.path) == 0 || errno == EEXIST else {
      throw .noInstallationID(path: installationID.path, reason: String(cString: strerror(errno)))
    }
    guard let id = try readInstallationID() else {
      throw .noInstallationID(path: installationID.path, reason: "it has gone")
    }
    return id
  }

  private func readInstallationID() throws(ModelManagerError) -> String? {
    guard FileManager.default.fileExists(atPath: installationID.path) else { return nil }
    guard let text = try? String(contentsOf: installationID, encoding: .utf8) else {
      throw .noInstallationID(path: installationID.path, reason: "it cannot be read")
    }
    let id = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !id.isEmpty else { throw .noInstallationID(path: installationID.path, reason: "it is empty") }
    return id
  }
}
