import TFLiteFlatBuffers

/// The files packed with a model. Those behind a FlatBuffer are looked for when somebody asks, so that a broken archive
/// stops nobody from running the model.
struct PackedFiles: Equatable, Sendable {
  private enum Source {
    case behind(ByteSlice)
    case files([PackedFile])
  }

  private var source = Source.files([])

  /// No files.
  init() {}

  init(behind file: ByteSlice) { source = .behind(file) }

  init(_ files: [PackedFile]) { source = .files(files) }

  func files() throws(ModelError) -> [PackedFile] {
    switch source {
    case .behind(let file): try ZipReader(file).files()
    case .files(let files): files
    }
  }

  /// Whether both have the same files, or neither can be read.
  static func == (left: PackedFiles, right: PackedFiles) -> Bool {
    (try? left.files()) == (try? right.files())
  }
}

extension Model {
  /// The files packed with the model, such as labels: the entries of the ZIP archive behind the FlatBuffer.
  ///
  /// - Throws: ``ModelError/invalidArchive(reason:)``. A model without an archive has no files.
  public func packedFiles() throws(ModelError) -> [PackedFile] { try archive.files() }

  /// The packed file with this name, or nil if there is none.
  public func packedFile(named name: String) throws(ModelError) -> PackedFile? {
    try packedFiles().first { $0.name == name }
  }

  /// Replaces the files packed with the model.
  ///
  /// - Throws: ``ModelError/invalidArchive(reason:)`` if two have the same name.
  public mutating func setPackedFiles(_ files: [PackedFile]) throws(ModelError) {
    var names: Set<String> = []
    for file in files {
      guard names.insert(file.name).inserted else {
        throw .invalidArchive(reason: "there are two files named '\(file.name)'")
      }
    }
    archive = PackedFiles(files)
  }
}
