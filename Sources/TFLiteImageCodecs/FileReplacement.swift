import TFLiteCLibrary

/// A file whose content comes piece by piece, and that nobody ever sees half of.
///
/// The bytes go to a new file in the same folder, which takes the place of the old one when it is finished; until then, and
/// for good where that does not happen, the old one is as it was. It keeps its permissions, and a symbolic link stays a
/// link. Where a path leads to no ordinary file, such as a pipe or `/dev/stdout`, the bytes are written to it directly.
package final class FileReplacement {
  /// Where the file is to be, without links.
  private let place: String
  /// Where it is meanwhile; nil where the place itself is written to.
  private let temporaryPath: String?
  /// Negative when it is closed.
  private var file: Int32
  private var isInPlace = false

  private init(_ file: Int32, at place: String, temporaryPath: String?) {
    (self.file, self.place, self.temporaryPath) = (file, place, temporaryPath)
  }

  /// Begins with an empty file.
  ///
  /// - Throws: ``ImageError/cannotWrite(reason:)``.
  package static func begin(at path: String) throws(ImageError) -> FileReplacement {
    var status = stat()
    guard stat(path, &status) == 0 else {
      guard errno == ENOENT else { throw FileWriting.systemError("") }
      return try begin(beside: path)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw .cannotWrite(reason: SystemError.message(EISDIR))
    case S_IFREG:
      // A folder's permissions alone would allow the replacement of a file that is write-protected.
      guard access(path, W_OK) == 0 else { throw FileWriting.systemError("") }
      guard let target = realpath(path, nil) else { throw FileWriting.systemError("") }
      defer { free(target) }
      let replacement = try begin(beside: String(cString: target))
      // What only its owner could read must not become readable to all.
      guard fchmod(replacement.file, status.st_mode & 0o7777) == 0 else {
        throw FileWriting.systemError("permissions: ")
      }
      return replacement
    default:
      let file = open(path, O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { throw FileWriting.systemError("") }
      return FileReplacement(file, at: path, temporaryPath: nil)
    }
  }

  /// Makes a temporary file in the folder of a place.
  private static func begin(beside place: String) throws(ImageError) -> FileReplacement {
    let (folder, name) = FileWriting.split(place)
    guard !name.isEmpty else { throw .cannotWrite(reason: "the path names no file") }
    for _ in 0..<100 {
      let path = folder + ".tflite-" + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
      let file = TemporaryPaths.change { paths in
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if file >= 0 { paths.insert(path) }
        return file
      }
      if file >= 0 { return FileReplacement(file, at: place, temporaryPath: path) }
      guard errno == EEXIST else { throw FileWriting.systemError(folder.isEmpty ? "" : "folder \(folder): ") }
    }
    throw .cannotWrite(reason: "folder \(folder): no free name for a temporary file")
  }

  /// Writes the next bytes.
  ///
  /// - Throws: ``ImageError/cannotWrite(reason:)``.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(ImageError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let written = write(file, piece.baseAddress, piece.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw FileWriting.systemError("")
      }
      rest = rest.dropFirst(written)
    }
  }

  /// Puts the file into its place. Nothing can be written to it behind that.
  ///
  /// - Throws: ``ImageError/cannotWrite(reason:)``.
  package func finish() throws(ImageError) {
    // Some file systems report only here that the disk is full.
    let result = close(file)
    file = -1
    guard result == 0 else { throw FileWriting.systemError("") }
    guard let temporaryPath else { return }
    let isMoved = TemporaryPaths.change { paths in
      let result = rename(temporaryPath, place)
      if result == 0 { paths.remove(temporaryPath) }
      return result
    }
    guard isMoved == 0 else { throw FileWriting.systemError("") }
    isInPlace = true
  }

  /// Removes what was not finished.
  deinit {
    if file >= 0 { close(file) }
    guard let temporaryPath, !isInPlace else { return }
    TemporaryPaths.change { paths in
      paths.remove(temporaryPath)
      return unlink(temporaryPath)
    }
  }
}
