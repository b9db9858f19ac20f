import TFLiteFlatBuffers

/// What people take for a model by mistake, by its first bytes.
enum ForeignFile {
  /// So many bytes of a file are looked at.
  static let startSize = 512

  /// What a file is that has not the identifier of a model; nil where nobody knows.
  static func name(_ file: ByteSlice) -> String? {
    guard !file.isEmpty else { return "an empty file" }
    let start = file[0..<min(file.count, startSize)].withUnsafeBytes { Array($0) }
    let binary = signatures.first { start.dropFirst($0.offset).starts(with: $0.bytes) }
    if let binary { return binary.name }
    let text = String(decoding: start.drop { $0 == 32 || (9...13).contains($0) }, as: UTF8.self).lowercased()
    return beginnings.first { text.hasPrefix($0.text) }?.name
  }

  private static let signatures: [(offset: Int, bytes: [UInt8], name: String)] = [
    (0, [0x89] + Array("PNG".utf8), "a PNG picture"),
    (0, [0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (0, Array("GIF8".utf8), "a GIF picture"),
    (8, Array("WEBP".utf8), "a WebP picture"),
    (4, Array("ftyp".utf8), "a video or a picture of a phone"),
    (0, Array("%PDF".utf8), "a PDF document"),
    (0, [0x89] + Array("HDF".utf8), "an HDF5 file, as Keras saves models, which TFLite's converter takes"),
    (0, [0x1F, 0x8B], "a compressed file (gzip), which has to be unpacked"),
    (0, Array("PK".utf8) + [3, 4], "a ZIP archive, which has to be unpacked"),
    (257, Array("ustar".utf8), "a tar archive, which has to be unpacked"),
    (0, [0x93] + Array("NUMPY".utf8), "a NumPy array"),
    (0, [0x7F] + Array("ELF".utf8), "a program or a library"),
  ]

  private static let beginnings: [(text: String, name: String)] = [
    ("<!doctype html", "a web page, as failed downloads leave it"),
    ("<html", "a web page, as failed downloads leave it"),
    ("<?xml", "an XML document, as failed downloads leave it"),
    ("version https://git-lfs", "a pointer of Git LFS, whose file `git lfs pull` fetches"),
    ("{", "a JSON document"),
  ]
}
