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
    let columns = 0..<header.columns
    let areAlike = columns.allSatisfy { multipliers[$0] == multipliers[0] && exponents[$0] == exponents[0] }
    let zeroPoint = EpilogueHeader.zeroPoint(range)
    if !columns.allSatisfy({ (-31 ... -1).contains(exponents[$0]) }) || sumsMayBeLarge {
      packAnyReference(multipliers, exponents, range)
    } else if range.zeroPoint == range.lower
      && columns.allSatisfy({ RescalingAddend.suitsClamped(exponent: exponents[$0]) })
    {
      writeHeader(.exact, range)
      forEachColumn { column, cell in
        cell.set(1, multipliers[column])
        cell.set(2, -exponents[column] - 1)
        cell.set64(3, RescalingAddend.clampedValue(exponent: exponents[column], zeroPoint: zeroPoint))
      }
      if EntryPoints.scalesClampedByFloats {
        findFloatScales(ExactEpilogue.self, shiftOffset: 1, areAlike: areAlike)
      }
    } else if sumBound < 0x1p30 && columns.allSatisfy({ RescalingAddend.suits(exponent: exponents[$0]) }) {
      writeHeader(.reference, range)
      forEachColumn { column, cell in
        cell.set(1, multipliers[column])
        cell.set(2, -exponents[column])
        cell.set64(3, RescalingAddend.value(exponent: exponents[column], zeroPoint: zeroPoint))
      }
      if EntryPoints.scalesByFloats { findFloatScales(ReferenceEpilogue.self, shiftOffset: 0, areAlike: areAlike) }
    } else {
      packAnyReference(multipliers, exponents, range)
    }
  }

  private func packAnyReference(
    _ multipliers: UnsafePointer<Int32>, _ exponents: UnsafePointer<Int32>, _ range: EntryPoints.OutputRange
  ) {
    writeHeader(.anyReference, range)
    forEachColumn { column, cell in
      cell.set(1, multipliers[column])
      cell.set(2, max(exponents[column], 0) & 31)
      cell.set(3, max(-exponents[column], 0) & 31)
    }
  }

  /// How deep convolutions are in which requantization weighs enough to look for better ways.
  private static var largestDepth: Int { 128 }

  /// Replaces the parameters of vectors of columns whose results floats give as well.
  ///
  /// - Parameters:
  ///   - shiftOffset: what an epilogue's second parameter lacks to be the shift to the right.
  ///   - areAlike: whether all columns have one scale, for which to look once.
  private func findFloatScales<Epilogue: ByteEpilogue>(_: Epilogue.Type, shiftOffset: Int32, areAlike: Bool) {
    if self.header.depth > Self.largestDepth { return }
    let header = block.loadUnaligned(as: EpilogueHeader.self)
    let epilogue = Epilogue(header)
    let search = FloatScaleSearch(
      zeroPoint: header.zeroPoint, lower: Int32(header.lower) &- 128, upper: Int32(header.upper) &- 128)
    let first = block + EpilogueHeader.byteCount
    func scales(_ vector: Int) -> FloatScales? {
      let column = ColumnParameters(first, vector: vector)
      let shift = column.second &+ Int32Vector(repeating: shiftOffset)
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
  private var sumBound: Double {
    var bound = 0.0
    for column in 0..<header.columns { bound = max(bound, abs(Double(bias?[column] ?? 0))) }
    // Activations and weights, each less its zero point, are at most 255.
    return bound + Double(header.depth) * 255 * 255
  }

  /// Whether the sums might come near the limits of 32 bits.
  private var sumsMayBeLarge: Bool { sumBound > 0x1p31 - 1024 }

  /// Whether all sums fit 32 bits when they are scaled.
  fileprivate func fits32Bits(_ scales: UnsafePointer<Float>) -> Bool {
    let bound = max(sumBound, sumsMayBeLarge ? 0x1p31 : 0)
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
      cell.set(0, (bias?[column] ?? 0) &- inputZeroPoint &* sums[column])
      body(column, cell)
    }
  }
}
#endif
