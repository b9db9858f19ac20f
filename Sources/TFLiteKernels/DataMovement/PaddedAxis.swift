/// One dimension in which elements lie apart and have a border. Its numbers come from 32 bits, so that none overflows.
struct PaddedAxis: Equatable, Sendable {
  let size: Int
  /// The distance of neighbors.
  let step: Int
  /// Places before the first element; if negative, places that are cut off.
  let before: Int
  /// The same behind the last one.
  let behind: Int

  /// Places, of elements and of what is between and around them; may be negative.
  var placeCount: Int { max(0, size - 1) * step + min(size, 1) + before + behind }

  /// The place of an element.
  fileprivate func place(of element: Int) -> Int { before + element * step }

  /// The first element that is left.
  fileprivate var first: Int { before < 0 ? (-before + step - 1) / step : 0 }

  /// How many elements are left.
  fileprivate var count: Int {
    let end = behind < 0 ? size - (-behind + step - 1) / step : size
    return max(0, end - first)
  }
}

extension StridedCopy {
  /// The way of a tensor's elements to their places, none of whose counts is negative.
  init(padding axes: [PaddedAxis], elementSize: Int) {
    let strides = zip(axes.map(\.size).rowMajorStrides, axes.map(\.placeCount).rowMajorStrides)
    var (sourceOffset, targetOffset) = (0, 0)
    let levels = zip(axes, strides).map { axis, strides in
      sourceOffset &+= axis.first &* strides.0 &* elementSize
      targetOffset &+= axis.place(of: axis.first) &* strides.1 &* elementSize
      return Dimension(
        count: axis.count, sourceStride: strides.0 &* elementSize, targetStride: axis.step &* strides.1 &* elementSize)
    }
    self.init(sourceOffset: sourceOffset, targetOffset: targetOffset, levels, elementSize: elementSize)
  }
}
