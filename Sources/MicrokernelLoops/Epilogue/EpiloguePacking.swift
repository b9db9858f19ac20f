#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The size of the block that the functions `pack...Epilogue` fill for these packed weights.
  @inline(never)
  public static func epilogueByteCount(weights: UnsafeRawPointer) -> Int {
    EpilogueHeader.byteCount &+ ColumnLayout(weights).vectors &* ColumnParameters.byteCount
  }

  /// Packs what turns accumulators into bytes by TFLite's reference arithmetic.
  ///
  /// Each column's result is `clamp(MBQM(sum + bias, multiplier, exponent) + zeroPoint)`, MBQM being the product with
  /// `multiplier / 2^31 * 2^exponent`, rounded twice. Exponents above 31 count modulo 32, as TFLite's binary does.
  ///
  /// - Parameters:
  ///   - block: `epilogueByteCount` bytes, aligned to 64.
  ///   - weights: packed weights, which know the sums that the activations' zero point multiplies.
  ///   - bias: for each column, or nil for zeros.
  @inline(never)
  public static func packReferenceEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool,
    multipliers: UnsafePointer<Int32>, exponents: UnsafePointer<Int32>, range: OutputRange
  ) {
    let packer = EpiloguePacker(block, weights, bias, inputZeroPoint, inputIsSigned)
    packer.packReference(multipliers, exponents, range)
  }

  /// Packs what turns accumulators into bytes by XNNPACK's arithmetic.
  ///
  /// Each column's result is `clamp(roundToEven(Float(sum + bias) * scale) + zeroPoint)`.
  @inline(never)
  public static func packXNNPACKEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool, scales: UnsafePointer<Float>, range: OutputRange
  ) {
    let packer = EpiloguePacker(block, weights, bias, inputZeroPoint, inputIsSigned)
    packer.writeHeader(packer.fits32Bits(scales) ? .xnnpack : .anyXNNPACK, range)
    packer.forEachColumn { column, address in
      address.set(1, Int32(bitPattern: scales[column].bitPattern))
    }
  }

  /// Packs what turns accumulators into bytes by XNNPACK's arithmetic for uint8 weights on arm64.
  ///
  /// Each column's result is `clamp(floor((sum + bias) * scale + 1/2) + zeroPoint)`, exactly, with 0 for a scale below
  /// 2^-31.
  @inline(never)
  public static func packExactEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool, scales: UnsafePointer<Float>, range: OutputRange
  ) {
    let packer = EpiloguePacker(block, weights, bias, inputZeroPoint, inputIsSigned)
    let areBelowHalf = (0..<packer.header.columns).allSatisfy { ExactScale(scales[$0]).left == 0 }
    packer.writeHeader(areBelowHalf ? .exact : .anyExact, range)
    let zeroPoint = EpilogueHeader.zeroPoint(range)
    packer.forEachColumn { column, cell in
      let scale = ExactScale(scales[column])
      cell.set(1, scale.multiplier)
      cell.set(2, scale.right &- scale.left)
      cell.set64(3, scale.addend(zeroPoint: zeroPoint))
    }
  }

  /// Packs what leaves the accumulators, bias included, as int32.
  @inline(never)
  public static func packAccumulatorEpilogue(
    into block: UnsafeMutableRawPointer, weights: UnsafeRawPointer, bias: UnsafePointer<Int32>?,
    inputZeroPoint: Int32, inputIsSigned: Bool
  ) {
    let packer = EpiloguePacker(block, weights, bias, inputZeroPoint, inputIsSigned)
    packer.writeHeader(.accumulators, (0, 0, 0, false))
    packer.forEachColumn { _, _ in }
  }
}

/// Writes an output header and column parameters in panel order.
struct EpiloguePacker {
  let block: UnsafeMutableRawPointer
  let header: PackedHeader
  let layout: ColumnLayout
  let sums: UnsafePointer<Int32>
  let areIdle: UnsafePointer<Bool>
  let bias: UnsafePointer<Int32>?
  /// Of the activations as the tile sees them.
  let inputZeroPoint: Int32

  init(
    _ block: UnsafeMutableRawPointer, _ weights: UnsafeRawPointer, _ bias: UnsafePointer<Int32>?,
    _ inputZeroPoint: Int32, _ inputIsSigned: Bool
  ) {
    self.block = block
    header = weights.loadUnaligned(as: PackedHeader.self)
    layout = ColumnLayout(weights)
    sums = PackedHeader.sums(weights)
    areIdle = PackedHeader.areIdle(weights)
    self.bias = bias
    self.inputZeroPoint = inputZeroPoint &+ layout.activationOffset(isSigned: inputIsSigned)
  }

  func writeHeader(_ kind: EpilogueHeader.Kind, _ range: EntryPoints.OutputRange) {
    let offset: Int32 = range.isSigned ? 128 : 0
    block.storeBytes(
      of: EpilogueHeader(
        kind: kind, zeroPoint: EpilogueHeader.zeroPoint(range), lower: UInt8(truncatingIfNeeded: range.lower &+ offset),
        upper: UInt8(truncatingIfNeeded: range.upper &+ offset), flip: range.isSigned ? 0x80 : 0),
      as: EpilogueHeader.self)
  }

  func packReference(
    _ multipliers: UnsafePointer<Int32>, _ exponents: UnsafePointer<Int32>, _ range: EntryPoints.OutputRange
  ) {
    let zeroPoint = EpilogueHeader.zeroPoint(range)
    func scale(_ column: Int) -> ReferenceScale {
      ReferenceScale(
        bias: bias?[column] ?? 0, multiplier: multipliers[column], exponent: exponents[column],
        isIdle: areIdle[column], zeroPoint: zeroPoint)
    }
    let columns = 0..<header.columns
    func forEachScale(_ body: (ReferenceScale, Cell) -> Void) {
      forEachColumn { column, cell in
        let scale = scale(column)
        cell.set(0, initial(column, bias: scale.bias))
        body(scale, cell)
      }
    }
    let areAlike = columns.allSatisfy {
      let (scale, first) = (scale($0), scale(0))
      return scale.multiplier == first.multiplier && scale.exponent == first.exponent
    }
    let bound = sumBound { scale($0).bias }
    let fits = bound <= Self.largestSum
    if fits && range.zeroPoint == range.lower
      && columns.allSatisfy({ RescalingAddend.suitsClamped(exponent: scale($0).exponent) })
    {
      writeHeader(.exact, range)
      forEachScale { scale, cell in
        cell.set(1, scale.multiplier)
        cell.set(2, -scale.exponent - 1)
        cell.set64(3, RescalingAddend.clampedValue(exponent: scale.exponent, zeroPoint: zeroPoint))
      }
      findFloatScales(ExactEpilogue.self, areAlike: areAlike) { $0.second &+ Int32Vector(repeating: 1) }
    } else if bound < 0x1p30 && columns.allSatisfy({ RescalingAddend.suits(exponent: scale($0).exponent) }) {
      writeHeader(.reference, range)
      forEachScale { scale, cell in
        cell.set(1, scale.multiplier)
        cell.set(2, -scale.exponent)
        cell.set64(3, RescalingAddend.value(exponent: scale.exponent, zeroPoint: zeroPoint))
      }
      findFloatScales(ReferenceEpilogue.self, areAlike: areAlike) { $0.second }
    } else {
      writeHeader(.anyReference, range)
      forEachScale { scale, cell in
        cell.set(1, scale.multiplier)
        cell.set(2, max(scale.exponent, 0) & 31)
        cell.set(3, max(-scale.exponent, 0) & 31)
      }
      // What is shifted left goes round where it leaves 32 bits.
      findFloatScales(AnyReferenceEpilogue.self, areAlike: areAlike) { largest($0.second) == 0 ? $0.third : nil }
    }
  }

  /// How deep convolutions are in which requantization weighs enough to look for better ways.
  private static var largestDepth: Int { 128 }

  /// Whether vectors of columns have an idle one on average: to look for scales takes as long for a few columns as for a
  /// vector of them, and is to be earned back by those that are not idle.
  private var hasManyIdleColumns: Bool {
    var count = 0
    for column in 0..<header.columns where areIdle[column] { count &+= 1 }
    return 8 &* count > header.columns
  }

  /// Replaces the parameters of vectors of columns whose results floats give as well.
  ///
  /// - Parameters:
  ///   - areAlike: whether all columns have one scale, for which to look once.
  ///   - shift: by how much an epilogue's parameters shift to the right; nil where they do anything else.
  private func findFloatScales<Epilogue: FloatScaledEpilogue>(
    _: Epilogue.Type, areAlike: Bool, shift: (ColumnParameters) -> Int32Vector?
  ) {
    if !Epilogue.scalesByFloats || self.header.depth > Self.largestDepth || hasManyIdleColumns { return }
    let header = block.loadUnaligned(as: EpilogueHeader.self)
    let epilogue = Epilogue(header)
    let search = FloatScaleSearch(
      zeroPoint: header.zeroPoint, lower: Int32(header.lower) &- 128, upper: Int32(header.upper) &- 128)
    let first = block + EpilogueHeader.byteCount
    func scales(_ vector: Int) -> FloatScales? {
      let column = ColumnParameters(first, vector: vector)
      guard let shift = shift(column) else { return nil }
      return search.scales(multiplier: column.first, shift: shift) { epilogue.scale($0, column) }
    }
    func replace(_ vector: Int, _ scales: FloatScales) {
      scales.store(to: first + vector &* ColumnParameters.byteCount)
    }
    if areAlike {
      // The first lane holds the first column.
      guard let scales = scales(0)?.first else { return }
      for vector in 0..<layout.vectors { replace(vector, scales) }
    } else {
      for vector in 0..<layout.vectors {
        if let scales = scales(vector) { replace(vector, scales) }
      }
    }
  }

  /// What no sum exceeds, bias included.
  private func sumBound(_ bias: (Int) -> Int32) -> Double {
    var bound = 0.0
    for column in 0..<header.columns { bound = max(bound, abs(Double(bias(column)))) }
    // Activations and weights, each less its zero point, are at most 255.
    return bound + Double(header.depth) * 255 * 255
  }

  /// Beyond, sums might come near the limits of 32 bits.
  private static var largestSum: Double { 0x1p31 - 1024 }

  /// Whether all sums fit 32 bits when they are scaled.
  fileprivate func fits32Bits(_ scales: UnsafePointer<Float>) -> Bool {
    let sums = sumBound { bias?[$0] ?? 0 }
    let bound = sums > Self.largestSum ? max(sums, 0x1p31) : sums
    return (0..<header.columns).allSatisfy { bound * Double(scales[$0]) < 0x1p31 - 1024 }
  }

  /// One lane of a vector of column parameters.
  struct Cell {
    let parameters: UnsafeMutableRawPointer
    let lane: Int

    func set(_ index: Int, _ value: Int32) {
      parameters.storeBytes(
        of: value, toByteOffset: index &* MemoryLayout<Int32Vector>.size &+ 4 &* lane, as: Int32.self)
    }

    /// Even lanes have their 64-bit values in the vector `index`, odd ones in the next.
    func set64(_ index: Int, _ value: Int64) {
      parameters.storeBytes(
        of: value,
        toByteOffset: (index &+ lane % 2) &* MemoryLayout<Int32Vector>.size &+ 8 &* (lane / 2), as: Int64.self)
    }
  }

  /// Fills the initial values, and calls `body` for the rest of each column that exists, in each lane that holds it.
  func forEachColumn(_ body: (Int, Cell) -> Void) {
    let first = block + EpilogueHeader.byteCount
    clear(first, layout.vectors &* ColumnParameters.byteCount)
    layout.forEachLane { vector, lane, column in
      let cell = Cell(parameters: first + vector &* ColumnParameters.byteCount, lane: lane)
      cell.set(0, initial(column, bias: bias?[column] ?? 0))
      body(column, cell)
    }
  }

  /// What a sum starts with.
  private func initial(_ column: Int, bias: Int32) -> Int32 { bias &- inputZeroPoint &* sums[column] }
}

/// What the reference scales a column's sums by: others with the same results where they allow better ways.
///
/// Of a channel that has died in training, quantizing leaves weights of 0, a tiny scale and a bias that is as large. The
/// one result that it has is that of a usual scale, too. A layer has many of them, and one would do to slow it down.
private struct ReferenceScale {
  let bias: Int32
  let multiplier: Int32
  let exponent: Int32

  init(bias: Int32, multiplier: Int32, exponent: Int32, isIdle: Bool, zeroPoint: Int32) {
    let isUsual = RescalingAddend.suits(exponent: exponent) && bias.magnitude < 1 << 29
    if multiplier == 0 {
      (self.bias, self.multiplier, self.exponent) = (0, 0, -1)
    } else if isIdle && !isUsual {
      let product = multiplyByQuantizedMultiplier(
        Int32Vector(repeating: bias), Int32Vector(repeating: multiplier),
        left: Int32Vector(repeating: max(exponent, 0) & 31), right: Int32Vector(repeating: max(0 &- exponent, 0) & 31))
      // A 256th of a whole number, so that nothing is rounded.
      let result = min(max(product[0] &+ zeroPoint, -128), 127)
      (self.bias, self.multiplier, self.exponent) = ((result &- zeroPoint) << 8, 1 << 30, -7)
    } else {
      (self.bias, self.multiplier, self.exponent) = (bias, multiplier, exponent)
    }
  }
}
#endif
