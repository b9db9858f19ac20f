/// How large a picture is needed by somebody who takes the mean of its pixels.
struct PictureNeed {
  let width: Int
  let height: Int

  /// The same for the picture as it is stored.
  func stored(_ orientation: ImageOrientation) -> PictureNeed {
    orientation.swapsWidthAndHeight ? PictureNeed(width: height, height: width) : self
  }

  /// By how much a picture may be reduced while it is decoded, 8 at most: at least two pixels on each axis are left for
  /// each that is needed, so that the mean of many pixels stays one.
  func divisor(width: Int, height: Int) -> Int {
    [8, 4, 2].first { width / $0 / 2 >= max(1, self.width) && height / $0 / 2 >= max(1, self.height) } ?? 1
  }
}
