extension BoundingBox {
  /// Intersection over union: the area that both boxes cover, divided by the area that at least one covers; 0 to 1.
  public func intersectionOverUnion(with other: BoundingBox) -> Double {
    let commonWidth = min(x + width, other.x + other.width) - max(x, other.x)
    let commonHeight = min(y + height, other.y + other.height) - max(y, other.y)
    guard commonWidth > 0, commonHeight > 0 else { return 0 }
    let intersection = commonWidth * commonHeight
    return intersection / (width * height + other.width * other.height - intersection)
  }
}
