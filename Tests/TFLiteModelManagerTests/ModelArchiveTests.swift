import Foundation
import Testing

@testable import TFLiteModelManager

/// Models come whole out of archives that Python has written, and nothing comes out of broken ones.
@Suite struct ModelArchiveTests {
  /// What stands for a model: the archives' reader does not look into it.
  private static let model = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
  private let folder: ArchiveFolder

  init() throws { folder = try ArchiveFolder(model: Self.model) }

  private func unpack(
    _ archive: String, _ member: String? = "detect.tflite", limit: Int = 10_000_000, memberLimit: Int = 1_000_000
  ) throws -> Data {
    let destination = folder.url.appendingPathComponent("unpacked")
    try ModelArchive(file: folder.url.appendingPathComponent(archive), byteLimit: limit)
      .unpack(member, to: destination, memberByteLimit: memberLimit)
    return try Data(contentsOf: destination)
  }

  private func problem(
    _ archive: String, _ member: String? = "detect.tflite", limit: Int = 10_000_000, memberLimit: Int = 1_000_000
  ) throws -> ArchiveProblem {
    let error = #expect(throws: ArchiveProblem.self) {
      try unpack(archive, member, limit: limit, memberLimit: memberLimit)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("unpacked").path))
    return try #require(error)
  }

  @Test(
    arguments: [
      "deflated.zip", "stored.zip", "streamed.zip", "streamed-stored.zip", "with-lzma.zip", "pax.tar", "gnu.tar",
      "pax.tgz", "gnu.tar.gz",
    ], ["detect.tflite", nil])
  func takesOutAModel(_ archive: String, member: String?) throws {
    try folder.make()
    #expect(try ModelArchive.isArchive(folder.url.appendingPathComponent(archive)))
    #expect(try unpack(archive, member) == Self.model)
  }

  @Test func takesOutLabels() throws {
    try folder.make()
    for archive in ["deflated.zip", "pax.tgz"] {
      #expect(try unpack(archive, "labels/labelmap.txt") == Data("cat\ndog\n".utf8), "\(archive)")
    }
  }

  @Test func knowsArchivesByTheirFirstBytes() throws {
    try folder.make()
    let files = ["model-with-files.tflite", "short", "text"]
    for file in files { #expect(try !ModelArchive.isArchive(folder.url.appendingPathComponent(file)), "\(file)") }
  }

  @Test(arguments: ["several.zip", "several.tgz"])
  func asksWhichOfSeveral(_ archive: String) throws {
    try folder.make()
    #expect(try problem(archive, nil) == .several("a/detect.tflite", "b/OTHER.TFLITE"))
    #expect(try unpack(archive, "a/detect.tflite") == Self.model)
    // What a Mac adds about files is no file.
    #expect(try unpack("mac.zip", nil) == Self.model)
  }

  @Test func saysWhatThereIs() throws {
    try folder.make()
    #expect(try problem("pax.tgz", "model.tflite") == .missing(names: ["labels/labelmap.txt", "detect.tflite"]))
    #expect(try problem("empty.zip", nil) == .missing(names: []))
    let names = (0..<8).map { "file\($0).txt" }
    #expect(try problem("many.zip") == .missing(names: names))
    #expect(
      ArchiveProblem.missing(names: names).description
        == "it is not in the archive, which begins with \(names.map { "\"\($0)\"" }.joined(separator: ", "))")
  }

  /// A name with `..` is a name, nothing more.
  @Test func namesNeverBecomePaths() throws {
    try folder.make()
    let parent = folder.url.deletingLastPathComponent().appendingPathComponent("escaped.tflite")
    #expect(try unpack("traversal.tgz", nil) == Self.model)
    #expect(try unpack("traversal.tgz", "../escaped.tflite") == Self.model)
    #expect(!FileManager.default.fileExists(atPath: parent.path))
  }

  @Test(arguments: ["symbolic-link.tgz", "hard-link.tgz"])
  func followsNoLinks(_ archive: String) throws {
    try folder.make()
    #expect(try problem(archive) == .noFile)
    #expect(try problem(archive, nil) == .missing(names: ["detect.tflite"]))
    #expect(try problem("folder.tgz") == .missing(names: ["detect.tflite/"]))
  }

  @Test func sizesAreLimited() throws {
    try folder.make()
    for archive in ["deflated.zip", "pax.tgz"] {
      #expect(try unpack(archive, memberLimit: Self.model.count) == Self.model, "\(archive)")
      #expect(try problem(archive, memberLimit: Self.model.count - 1) == .tooLarge(limit: Self.model.count - 1))
    }
    // 20 MB of zeros stand before the model.
    for archive in ["bomb.zip", "bomb.tgz"] {
      #expect(try problem(archive) == .tooMuchInAll(limit: 10_000_000))
      #expect(try unpack(archive, limit: 30_000_000) == Self.model)
    }
    // A hundred thousand empty files, and a map of a million holes, which libarchive would keep in memory.
    #expect(try problem("empty-files.tgz") == .tooMuchInAll(limit: 10_000_000))
    #expect(try problem("holes.tgz", limit: 1 << 30) == .longHeader(limit: 1 << 20))
  }

  @Test func brokenArchives() throws {
    try folder.make()
    let archives = [
      "cut.zip", "cut.tgz", "cut.tar", "damaged.zip", "text", "short", "model-with-files.tflite",
      "nothing", "nowhere", ".",
    ]
    for archive in archives {
      guard case .unreadable(let reason, _) = try problem(archive) else {
        Issue.record("\(archive): another problem")
        continue
      }
      #expect(!reason.isEmpty)
    }
    #expect(try problem("encrypted.zip") == .encrypted)
  }

  /// Every byte changed and every length cut: an error, the right bytes, or bytes that their hash will tell.
  @Test(arguments: ["small.zip", "small.tgz", "small.tar"])
  func anyDamageIsSurvived(_ archive: String) throws {
    try folder.make()
    let bytes = try Data(contentsOf: folder.url.appendingPathComponent(archive))
    let damaged = folder.url.appendingPathComponent("damaged")
    for position in bytes.indices {
      var changed = bytes
      changed[position] ^= 0xFF
      for data in [changed, bytes.prefix(position)] {
        try data.write(to: damaged)
        do { _ = try unpack("damaged", limit: 1_000_000, memberLimit: 10_000) } catch is ArchiveProblem {}
      }
    }
  }
}

/// Archives of all kinds, made by Python's own modules.
private final class ArchiveFolder {
  let url: URL

  init(model: Data) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("archives-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try model.write(to: url.appendingPathComponent("model"))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func make() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script, url.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  private static let script = #"""
    import gzip, io, os, sys, tarfile, zipfile
    os.chdir(sys.argv[1])
    model = open('model', 'rb').read()
    both = [('labels/labelmap.txt', b'cat\ndog\n'), ('detect.tflite', model)]

    def zipped(name, files, kind=zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(name, 'w', kind) as archive:
            for path, data in files: archive.writestr(path, data)

    class Pipe(io.RawIOBase):
        def __init__(self, file): self.file = file
        def writable(self): return True
        def write(self, data): return self.file.write(data)

    def streamed(name, kind):
        with open(name, 'wb') as file, zipfile.ZipFile(Pipe(file), 'w', kind) as archive:
            for path, data in both: archive.writestr(path, data)

    def tarred(name, mode, files, form=tarfile.PAX_FORMAT):
        with tarfile.open(name, mode, format=form) as archive:
            for path, data in files:
                entry = tarfile.TarInfo(path)
                if isinstance(data, tuple):
                    entry.type, entry.linkname = data
                    archive.addfile(entry)
                else:
                    entry.size = len(data)
                    archive.addfile(entry, io.BytesIO(data))

    zipped('deflated.zip', both)
    zipped('stored.zip', both, zipfile.ZIP_STORED)
    streamed('streamed.zip', zipfile.ZIP_DEFLATED)
    streamed('streamed-stored.zip', zipfile.ZIP_STORED)
    with zipfile.ZipFile('with-lzma.zip', 'w') as archive:
        archive.writestr('notes.txt', b'notes' * 100, zipfile.ZIP_LZMA)
        archive.writestr('detect.tflite', model, zipfile.ZIP_DEFLATED)
    tarred('pax.tar', 'w', both)
    tarred('gnu.tar', 'w', [('./' + path, data) for path, data in both], tarfile.GNU_FORMAT)
    tarred('pax.tgz', 'w:gz', both)
    tarred('gnu.tar.gz', 'w:gz', both, tarfile.GNU_FORMAT)

    several = [('a/detect.tflite', model), ('b/OTHER.TFLITE', b'x')]
    zipped('several.zip', several)
    tarred('several.tgz', 'w:gz', several)
    zipped('mac.zip', [('__MACOSX/._detect.tflite', b'x'), ('detect.tflite', model)])
    zipped('many.zip', [(f'file{i}.txt', b'x') for i in range(20)])
    tarred('traversal.tgz', 'w:gz', [('../escaped.tflite', model)])
    tarred('symbolic-link.tgz', 'w:gz', [('detect.tflite', (tarfile.SYMTYPE, '/etc/passwd'))])
    tarred('hard-link.tgz', 'w:gz', [('detect.tflite', (tarfile.LNKTYPE, '/etc/passwd'))])
    tarred('folder.tgz', 'w:gz', [('detect.tflite', (tarfile.DIRTYPE, ''))])

    bomb = [('zeros', bytes(20_000_000)), ('detect.tflite', model)]
    zipped('bomb.zip', bomb)
    tarred('bomb.tgz', 'w:gz', bomb)
    tarred('one.tar', 'w', [('e', b'')], tarfile.USTAR_FORMAT)
    header = open('one.tar', 'rb').read(512)
    with gzip.open('empty-files.tgz', 'wb', 1) as file:
        for _ in range(1000): file.write(header * 100)
        file.write(bytes(1024))

    def record(key, value):
        text = f' {key}={value}\n'
        size = len(text) + 1
        while len(str(size)) + len(text) != size: size = len(str(size)) + len(text)
        return (str(size) + text).encode()
    def block(name, data, kind=tarfile.REGTYPE):
        entry = tarfile.TarInfo(name)
        entry.size, entry.type = len(data), kind
        return entry.tobuf(tarfile.USTAR_FORMAT) + data + bytes(-len(data) % 512)
    holes = b'1000000\n' + b'0\n0\n' * 1000000
    sparse = b''.join(record(f'GNU.sparse.{key}', value) for key, value in
                      [('major', 1), ('minor', 0), ('name', 'detect.tflite'), ('realsize', 10)])
    with gzip.open('holes.tgz', 'wb', 1) as file:
        file.write(block('extended', sparse, b'x') + block('detect.tflite', holes) + bytes(1024))

    for name in ['deflated.zip', 'pax.tgz', 'pax.tar']:
        data = open(name, 'rb').read()
        end = name.split('.')[-1]
        open(f'cut.{end}', 'wb').write(data[:len(data) // 2])
        middle = len(data) // 2
        open(f'damaged.{end}', 'wb').write(data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1:])
    data = bytearray(open('stored.zip', 'rb').read())
    place = data.index(b'detect.tflite') - 30
    data[place + 6] |= 1
    open('encrypted.zip', 'wb').write(data)

    open('model-with-files.tflite', 'wb').write(b'\x1c\0\0\0TFL3' + model + open('stored.zip', 'rb').read())
    open('text', 'w').write('Not found\n' * 100)
    open('short', 'wb').write(b'PK')
    open('nothing', 'wb').close()
    with zipfile.ZipFile('empty.zip', 'w'): pass
    small = [('detect.tflite', b'TFL3' * 40)]
    zipped('small.zip', small)
    tarred('small.tgz', 'w:gz', small)
    tarred('small.tar', 'w', small)
    data = open('small.tar', 'rb').read()
    open('small.tar', 'wb').write(data[:2048])
    """#
}
