#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// The columns of a product are its output channels, `Int32Vector.scalarCount` to a vector; a panel is the group of
/// vectors that one tile covers: as many as fit the registers, then half as many, down to one.
struct Panel {
  /// The panel's first vector of columns.
  var firstVector: Int
  var vectors: Int

  @inline(__always) var firstColumn: Int { firstVector &* Int32Vector.scalarCount }
}

/// Splits columns into panels.
struct Panels {
  let vectors: Int

  init(columns: Int) {
    vectors = (columns &+ (Int32Vector.scalarCount &- 1)) / Int32Vector.scalarCount
  }

  /// Whole panels, and one for each bit of the number of vectors that remain.
  var count: Int {
    vectors / EntryPoints.panelVectors &+ (vectors % EntryPoints.panelVectors).nonzeroBitCount
  }

  /// The panel at `index`; `count` of them cover all columns.
  @inline(__always) subscript(index: Int) -> Panel {
    let whole = vectors / EntryPoints.panelVectors
    if index < whole {
      return Panel(firstVector: index &* EntryPoints.panelVectors, vectors: EntryPoints.panelVectors)
    }
    var panel = Panel(firstVector: whole &* EntryPoints.panelVectors, vectors: 0)
    var remaining = vectors &- panel.firstVector
    for _ in whole...index {
      panel.firstVector &+= panel.vectors
      panel.vectors = 1 &<< (Int.bitWidth &- 1 &- remaining.leadingZeroBitCount)
      remaining &-= panel.vectors
    }
    return panel
  }

  /// The panel that a vector of columns belongs to.
  func panel(ofVector vector: Int) -> Panel {
    var index = vector / EntryPoints.panelVectors
    while self[index].firstVector &+ self[index].vectors <= vector { index &+= 1 }
    return self[index]
  }

  /// The column that lane `lane` of vector `vector` of a panel holds.
  ///
  ///     panel of 2 vectors, 8 lanes:   vector 0:  0  1  2  3 | 8  9 10 11
  ///                                    vector 1:  4  5  6  7 |12 13 14 15
  ///
  /// Narrowing to bytes joins the 128-bit parts of the panel's vectors, so this order comes out as channel order.
  @inline(__always) static func column(_ panel: Panel, _ vector: Int, _ lane: Int) -> Int {
    panel.firstColumn &+ (lane / 4) &* (4 &* panel.vectors) &+ 4 &* vector &+ lane % 4
  }
}
#endif
