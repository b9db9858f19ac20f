/// How luma and chroma of a YUV4MPEG2 video are stored: the tag C.
struct Y4MColorSpace: Equatable, Sendable {
  /// How many pixels share a chroma value, in a row and in a column; nil for videos without color.
  struct Subsampling: Equatable, Sendable {
    let horizontal: Int
    let vertical: Int
  }

  let subsampling: Subsampling?
  /// Bits of a sample, 8 to 16; more than 8 take two bytes, the low one first.
  let depth: Int

  /// What a video without the tag has.
  static let standard = Y4MColorSpace(subsampling: Subsampling(horizontal: 2, vertical: 2), depth: 8)

  private static let subsamplings: [String: Subsampling] = [
    "444": Subsampling(horizontal: 1, vertical: 1), "440": Subsampling(horizontal: 1, vertical: 2),
    "422": Subsampling(horizontal: 2, vertical: 1), "420": Subsampling(horizontal: 2, vertical: 2),
    "411": Subsampling(horizontal: 4, vertical: 1), "410": Subsampling(horizontal: 4, vertical: 4),
  ]

  private init(subsampling: Subsampling?, depth: Int) {
    self.subsampling = subsampling
    self.depth = depth
  }

  /// - Parameter name: such as `420jpeg`, `422p10` or `mono`. Where chroma lies between the pixels of 4:2:0 (`jpeg`,
  ///   `mpeg2`, `paldv`) is less than what a detector sees.
  /// - Throws: ``ImageError/unsupportedVideo(feature:)``.
  init(_ name: String) throws(ImageError) {
    let unsupported = ImageError.unsupportedVideo(feature: "color space C\(name)")
    let variant: Substring
    if name.hasPrefix("mono") {
      subsampling = nil
      variant = name.dropFirst(4)
    } else {
      guard let found = Self.subsamplings[String(name.prefix(3))] else { throw unsupported }
      subsampling = found
      variant = name.dropFirst(3)
    }
    if variant.isEmpty || name.hasPrefix("420") && ["jpeg", "mpeg2", "paldv"].contains(variant) {
      depth = 8
    } else {
      let digits = variant.hasPrefix("p") ? variant.dropFirst() : variant
      guard let depth = Int(digits), (8...16).contains(depth) else { throw unsupported }
      self.depth = depth
    }
  }

  /// The chroma values in a row, and the rows of one of the two chroma planes.
  func chromaSize(width: Int, height: Int) -> (width: Int, height: Int) {
    guard let subsampling else { return (0, 0) }
    return (
      (width - 1) / subsampling.horizontal + 1, (height - 1) / subsampling.vertical + 1
    )
  }

  /// The bytes of a frame. Sizes are within the limits of pictures, which leave room for this.
  func frameBytes(width: Int, height: Int) -> Int {
    let chroma = chromaSize(width: width, height: height)
    return (width * height + 2 * chroma.width * chroma.height) * (depth > 8 ? 2 : 1)
  }
}
