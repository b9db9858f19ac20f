import Foundation
import TestModels
import Testing

/// Archives of all kinds, made by Python's own modules.
final class ArchiveFolder {
  let url: URL

  init(model: Data) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("archives-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try model.write(to: url.appendingPathComponent("model"))
    try makeArchives()
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  private func makeArchives() throws {
    #expect(try FinishedProgram(["python3", "-c", Self.script, url.path]).status == 0)
  }

  private static let script = #"""
    import gzip, io, os, sys, tarfile, zipfile
    os.chdir(sys.argv[1])
    model = open('model', 'rb').read()
    both = [('labels/labelmap.txt', b'cat\ndog\n'), ('detect.tflite', model)]

    def zipped(name, files, kind=zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(name, 'w', kind, compresslevel=1) as archive:
            for path, data in files: archive.writestr(path, data)

    class Pipe(io.RawIOBase):
        def __init__(self, file): self.file = file
        def writable(self): return True
        def write(self, data): return self.file.write(data)

    def streamed(name, kind):
        with open(name, 'wb') as file, zipfile.ZipFile(Pipe(file), 'w', kind) as archive:
            for path, data in both: archive.writestr(path, data)

    def tarred(name, mode, files, form=tarfile.PAX_FORMAT):
        level = {'compresslevel': 1} if mode == 'w:gz' else {}
        with tarfile.open(name, mode, format=form, **level) as archive:
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

    bomb = [('zeros', bytes(12_000_000)), ('detect.tflite', model)]
    zipped('bomb.zip', bomb)
    tarred('bomb.tgz', 'w:gz', bomb)
    tarred('one.tar', 'w', [('e', b'')], tarfile.USTAR_FORMAT)
    header = open('one.tar', 'rb').read(512)
    with gzip.open('empty-files.tgz', 'wb', 1) as file:
        for _ in range(250): file.write(header * 100)
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
    holes = b'300000\n' + b'0\n0\n' * 300000
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
