import TFLiteCLibrary

/// The pictures in a folder as frames of a video, in the natural order of their names: `frame9.png` before
/// `frame10.png`.
public final class FrameFolder: VideoSource {
  /// The files, in their order.
  public let paths: [String]
  private let limits: ImageLimits
  private var nextIndex = 0

  /// Files have no time.
  public let frameRate: Double? = nil

  /// Lists the pictures in a folder; folders in it are left alone.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - limits: what a picture may demand.
  /// - Throws: ``ImageError/inFile(path:_:)`` where there is no such folder, or no picture in it.
  public init(path: String, limits: ImageLimits = .standard) throws(ImageError) {
    let names: [String]
    do throws(FileStatusError) {
      names = try FolderContents.names(in: path)
    } catch {
      throw .inFile(path: path, .cannotRead(reason: error.reason))
    }
    let pictures = names.filter { name in
      guard let dot = name.lastIndex(of: ".") else { return false }
      return dot > name.startIndex && ImageFormat.fileExtensions.contains(name[name.index(after: dot)...].lowercased())
    }
    guard !pictures.isEmpty else {
      let endings = ImageFormat.fileExtensions.sorted().joined(separator: ", ")
      throw .inFile(path: path, .cannotRead(reason: "the folder holds no pictures (\(endings))"))
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    paths = pictures.sorted(by: NaturalOrder.areInOrder).map { folder + $0 }
    self.limits = limits
  }

  /// The next picture, not read yet; nil at the end.
  public func next() -> VideoFrame? {
    guard nextIndex < paths.count else { return nil }
    let number = nextIndex
    nextIndex += 1
    return VideoFrame(number: number, time: nil) { [path = paths[number], limits] () throws(ImageError) in
      try Image(contentsOfFile: path, limits: limits)
    }
  }
}

/// The order in which people number things: digits count as numbers.
enum NaturalOrder {
  /// Whether the first name comes before the second.
  static func areInOrder(_ first: String, _ second: String) -> Bool {
    var (left, right) = (Array(first.utf8)[...], Array(second.utf8)[...])
    while let leftByte = left.first, let rightByte = right.first {
      if isDigit(leftByte), isDigit(rightByte) {
        let (leftNumber, rightNumber) = (takeNumber(&left), takeNumber(&right))
        if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
        if leftNumber != rightNumber { return leftNumber.lexicographicallyPrecedes(rightNumber) }
      } else if leftByte != rightByte {
        return leftByte < rightByte
      } else {
        left = left.dropFirst()
        right = right.dropFirst()
      }
    }
    // `01` and `1` are the same number.
    return left.isEmpty == right.isEmpty ? first < second : left.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// The digits at the beginning, without leading zeros.
  private static func takeNumber(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text[digits.endIndex...]
    return digits.drop { $0 == 0x30 }
  }
}
