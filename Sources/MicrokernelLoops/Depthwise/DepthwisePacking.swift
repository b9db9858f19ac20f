#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
extension EntryPoints {
  /// The size of the block that `packDepthwiseWeights` fills.
  ///
  /// - Parameter weights: 8-bit weights, [kernel height, kernel width, channels].
  @inline(never)
  public static func packedDepthwiseWeightsByteCount(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, channels: Int, kernelHeight: Int, kernelWidth: Int
  ) -> Int {
    DepthwisePacker(
      weights: StoredWeights(address: weights, isSigned: isSigned, zeroPoint: zeroPoint), channels: channels,
      kernelHeight: kernelHeight, kernelWidth: kernelWidth
    ).byteCount
  }

  /// Brings 8-bit weights into the order that `convolveDepthwise` reads; see `PackedDepthwise`.
  ///
  /// - Parameter block: `packedDepthwiseWeightsByteCount` bytes of the same arguments, aligned to 64.
  @inline(never)
  public static func packDepthwiseWeights(
    _ weights: UnsafeRawPointer, isSigned: Bool, zeroPoint: Int32, channels: Int, kernelHeight: Int, kernelWidth: Int,
    into block: UnsafeMutableRawPointer
  ) {
    DepthwisePacker(
      weights: StoredWeights(address: weights, isSigned: isSigned, zeroPoint: zeroPoint), channels: channels,
      kernelHeight: kernelHeight, kernelWidth: kernelWidth
    ).pack(into: block)
  }
}

/// Splits depthwise weights into units, and the rows of their kernels into taps.
struct DepthwisePacker {
  let weights: StoredWeights
  let channels: Int
  let kernelHeight: Int
  let kernelWidth: Int

  private var units: DepthwiseUnits { DepthwiseUnits(channels: channels) }
  private var sumsOffset: Int { aligned(64 &+ units.count &* MemoryLayout<PackedDepthwise.Entry>.stride) }
  private var unitsOffset: Int { aligned(sumsOffset &+ PackedHeader.sumsByteCount(columns: channels)) }

  var byteCount: Int {
    var total = unitsOffset
    for index in 0..<units.count {
      total &+= byteCount(units[index])
    }
    return total
  }

  private func byteCount(_ unit: DepthwiseUnit) -> Int {
    let groups = groups(unit)
    return tapsByteCount(groups) &+ (servesNextRow(unit) ? 2 : 1) &* wordsByteCount(groups)
  }

  private func tapsByteCount(_ groups: Int) -> Int { aligned(4 &* groups &* DepthwiseDot.wordElements) }

  private func wordsByteCount(_ groups: Int) -> Int {
    kernelWidth &* groups &* 4 &* MemoryLayout<Int32Vector>.size
  }

  /// How many elements one row of the kernel needs in a unit.
  private func parts(_ unit: DepthwiseUnit, _ ky: Int) -> Int {
    var remainders = 0
    for kx in 0..<kernelWidth {
      for channel in unit.firstChannel..<unit.endChannel {
        remainders = max(remainders, StoredWeights.remainders(weight(ky, kx, channel), DepthwiseDot.Weight.self))
      }
    }
    return 1 &+ remainders
  }

  private func parts(_ unit: DepthwiseUnit) -> Int {
    var parts = 0
    for ky in 0..<kernelHeight { parts &+= self.parts(unit, ky) }
    return parts
  }

  private func groups(_ unit: DepthwiseUnit) -> Int {
    (parts(unit) &+ DepthwiseDot.wordElements &- 1) / DepthwiseDot.wordElements
  }

  private func servesNextRow(_ unit: DepthwiseUnit) -> Bool {
    parts(unit) == kernelHeight && kernelHeight < groups(unit) &* DepthwiseDot.wordElements
  }

  private func weight(_ ky: Int, _ kx: Int, _ channel: Int) -> Int32 {
    weights[(ky &* kernelWidth &+ kx) &* channels &+ channel]
  }

  func pack(into block: UnsafeMutableRawPointer) {
    let taps = kernelHeight &* kernelWidth
    PackedHeader.writeSums(to: block + sumsOffset, columns: channels) { channel in
      var sum: Int32 = 0
      for tap in 0..<taps { sum &+= weights[tap &* channels &+ channel] }
      return (sum, sum == 0 && weights.areZero(channel, taps, step: channels))
    }
    var largestGroups = 0
    var next = unitsOffset
    for index in 0..<units.count {
      let unit = units[index]
      let groups = groups(unit)
      let wordsOffset = next &+ tapsByteCount(groups)
      let entry = PackedDepthwise.Entry(
        groups: groups, tapsOffset: next, wordsOffset: wordsOffset,
        nextRowOffset: servesNextRow(unit) ? wordsOffset &+ wordsByteCount(groups) : 0)
      block.storeBytes(
        of: entry, toByteOffset: 64 &+ index &* MemoryLayout<PackedDepthwise.Entry>.stride,
        as: PackedDepthwise.Entry.self)
      clear(block + next, byteCount(unit))
      let taps = (block + entry.tapsOffset).assumingMemoryBound(to: Int32.self)
      fillTaps(unit, taps)
      fillWords(unit, from: 0, block + entry.wordsOffset)
      if entry.nextRowOffset > 0 {
        taps[kernelHeight] = Int32(truncatingIfNeeded: kernelHeight)
        fillWords(unit, from: 1, block + entry.nextRowOffset)
      }
      next &+= byteCount(unit)
      largestGroups = max(largestGroups, groups)
    }
    block.storeBytes(
      of: PackedDepthwise.Header(
        common: PackedHeader(
          layout: .units, columns: channels, depth: kernelHeight &* kernelWidth, sumsOffset: sumsOffset),
        kernelWidth: kernelWidth, largestGroups: largestGroups),
      as: PackedDepthwise.Header.self)
  }

  private func fillTaps(_ unit: DepthwiseUnit, _ taps: UnsafeMutablePointer<Int32>) {
    var tap = 0
    for ky in 0..<kernelHeight {
      for _ in 0..<parts(unit, ky) {
        taps[tap] = Int32(truncatingIfNeeded: ky)
        tap &+= 1
      }
    }
  }

  /// - Parameter firstTap: where the kernel's first row is among the taps.
  private func fillWords(_ unit: DepthwiseUnit, from firstTap: Int, _ words: UnsafeMutableRawPointer) {
    let vectorBytes = MemoryLayout<Int32Vector>.size
    var tap = firstTap
    for ky in 0..<kernelHeight {
      let parts = parts(unit, ky)
      for kx in 0..<kernelWidth {
        for vector in 0..<4 {
          for lane in 0..<Int32Vector.scalarCount {
            let channel = unit.channel(vector, lane)
            if channel >= unit.endChannel { continue }
            var rest = weight(ky, kx, channel)
            for part in tap..<tap &+ parts {
              let group = part / DepthwiseDot.wordElements
              let element = part % DepthwiseDot.wordElements
              words.storeBytes(
                of: StoredWeights.takePart(&rest),
                toByteOffset: ((group &* kernelWidth &+ kx) &* 4 &+ vector) &* vectorBytes &+ 4 &* lane
                  &+ element &* MemoryLayout<DepthwiseDot.Weight>.size,
                as: DepthwiseDot.Weight.self)
            }
          }
        }
      }
      tap &+= parts
    }
  }
}
#endif
