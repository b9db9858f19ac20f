import TFLiteMicrokernels
import TestRandomness

extension ReductionMicrokernels {
  static func checkExtremes(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let values = (0..<Int.random(in: 1...120, using: &random)).map { _ in
      Int.random(in: 0..<12, using: &random) == 0
        ? [.nan, .infinity, -.infinity].randomElement(using: &random)! : Float.random(in: -3...3, using: &random)
    }
    let input = try GuardedBuffer(values.bytes, slack: 0)
    let output = CanaryBuffer(count: 8)
    extremeFloats(
      input: input.pointer, count: values.count, extremes: output.pointer.bindMemory(to: Float.self, capacity: 2))
    try expect(output.isIntact, "wrote out of bounds")
    var (smallest, largest) = (values[0], values[0])
    for value in values {
      smallest = value < smallest ? value : smallest
      largest = largest < value ? value : largest
    }
    try expect(output.floats[0] == smallest || smallest.isNaN && output.floats[0].isNaN, "smallest")
    try expect(output.floats[1] == largest || largest.isNaN && output.floats[1].isNaN, "largest")
  }
}

extension ElementMicrokernels {
  static func checkQuantizeByTruncation(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let zeroPoint = Int32.random(in: -128...127, using: &random)
    let lower = Int32.random(in: -128 ... -127, using: &random)
    let inverseScale: Float = Bool.random(using: &random) ? 2 : .random(in: 0.1...100, using: &random)
    let special: [Float] = [
      0, -0.0, .nan, .infinity, -.infinity, 3e9, -3e9, 1e38, (0.5 as Float).nextDown / 2, -0.25, 0.25, 1e7, -1e7,
    ]
    // What does not fit into 32 bits takes a way of its own, which then all elements take.
    let isUsual = Bool.random(using: &random)
    let values = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      !isUsual && Int.random(in: 0..<6, using: &random) == 0
        ? special.randomElement(using: &random)! : Float.random(in: -40...40, using: &random)
    }
    let input = try GuardedBuffer(values.bytes, slack: 0)
    let output = CanaryBuffer(count: values.count, offset: 1)
    let count = quantizeByTruncation(
      input: input.pointer, output: output.pointer, count: values.count, inverseScale: inverseScale,
      zeroPoint: zeroPoint, lower: lower, upper: 127)
    try expect(output.isIntact, "wrote out of bounds")
    try expect(count <= values.count && values.count - count < 64, "left out more than a vector")
    for index in 0..<count {
      let scaled = values[index] * inverseScale
      let shifted = scaled + (scaled < 0 ? -0.5 : 0.5)
      let rounded: Int32 =
        shifted.isNaN ? 0 : shifted >= 0x1p31 ? .max : shifted <= -0x1p31 ? .min : Int32(shifted)
      let expected = min(max(rounded &+ zeroPoint, lower), 127)
      try expect(Int32(Int8(bitPattern: output.bytes[index])) == expected, "element \(index)")
    }
  }

  static func checkScaleSums(seed: UInt64) throws(CheckFailure) {
    var random = SeededGenerator(seed: seed)
    let (pixels, channels) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...70, using: &random))
    func integers(_ count: Int) -> [Int32] { (0..<count).map { _ in .random(in: -100_000...100_000, using: &random) } }
    func floats(_ count: Int) -> [Float] { (0..<count).map { _ in .random(in: -0.01...0.01, using: &random) } }
    let (sums, weightSums) = (integers(pixels * channels), integers(channels))
    let (scales, bias) = (floats(channels), Bool.random(using: &random) ? floats(channels) : nil)
    let (zeroPoint, scale) = (Int32.random(in: -128...127, using: &random), Float.random(in: 0...1, using: &random))
    let scalesFirst = Bool.random(using: &random)
    let sumsBuffer = try GuardedBuffer(weightSums.bytes, slack: 64)
    let scalesBuffer = try GuardedBuffer(scales.bytes, slack: 64)
    let biasBuffer = try GuardedBuffer((bias ?? []).bytes, slack: 64)
    let output = CanaryBuffer(count: 4 * sums.count, offset: 4)
    for (index, sum) in sums.enumerated() {
      output.pointer.storeBytes(of: sum, toByteOffset: 4 * index, as: Int32.self)
    }
    scaleSums(
      output.pointer, pixels: pixels, channels: channels, zeroPoint: zeroPoint, scale: scale,
      weightSums: sumsBuffer.pointer, weightScales: scalesBuffer.pointer, scalesFirst: scalesFirst,
      bias: bias == nil ? nil : biasBuffer.pointer, lower: -50, upper: 60)
    try expect(output.isIntact, "wrote out of bounds")
    for (index, result) in output.floats.enumerated() {
      let channel = index % channels
      let real = Float(sums[index] &- zeroPoint &* weightSums[channel])
      let scaled = scalesFirst ? real * (scales[channel] * scale) : real * scales[channel] * scale
      let sum = bias.map { scaled + $0[channel] } ?? scaled
      let expected: Float = sum < -50 ? -50 : sum > 60 ? 60 : sum
      try expect(result.bitPattern == expected.bitPattern, "element \(index)")
    }
  }
}
