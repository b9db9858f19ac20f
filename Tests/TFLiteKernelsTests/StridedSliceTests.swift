import TFLiteFlatBuffers
import TFLiteKernels
import TFLiteSchema
import TestRandomness
import Testing

/// STRIDED_SLICE takes the elements that Python's slices take, whatever masks say it.
///
/// The parity tests leave out what the C library has no defined outcome for: with `offset`, it takes the output's size
/// from the end operand alone, and writes beyond it where other masks take more.
@Suite struct StridedSliceTests {
  /// A slice as the operands and the options state it.
  struct Entries: CustomTestStringConvertible, Sendable {
    var begins: [Int]
    var ends: [Int]
    var steps: [Int]
    var options = StridedSliceOptions()

    init(_ begins: [Int], _ ends: [Int], _ steps: [Int], _ configure: (inout StridedSliceOptions) -> Void = { _ in }) {
      (self.begins, self.ends, self.steps) = (begins, ends, steps)
      configure(&options)
    }

    var testDescription: String { "\(begins) to \(ends) by \(steps), \(options)" }
  }

  // MARK: - Worked out by hand

  /// What NumPy gives for `numpy.arange(24).reshape(2, 3, 4)`, in the notation of Python.
  static let published: [(String, Entries, shape: [Int], [UInt8])] = [
    (
      "x[1, ::2, -1:0:-2]",
      Entries([1, 0, -1], [0, 0, 0], [1, 2, -2]) {
        ($0.shrinkAxisMask, $0.beginMask, $0.endMask) = (1, 2, 2)
      }, [2, 2], [15, 13, 23, 21]
    ),
    (
      "x[..., ::-1]",
      Entries([0, 0], [0, 0], [1, -1]) {
        ($0.ellipsisMask, $0.beginMask, $0.endMask) = (1, 2, 2)
      }, [2, 3, 4], [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12, 19, 18, 17, 16, 23, 22, 21, 20]
    ),
    (
      "x[:, newaxis, -2, 100:-100:-3]",
      Entries([0, 9, -2, 100], [0, 9, 9, -100], [1, 1, 1, -3]) {
        ($0.beginMask, $0.endMask, $0.newAxisMask, $0.shrinkAxisMask) = (1, 1, 2, 4)
      }, [2, 1, 2], [7, 4, 19, 16]
    ),
    ("x[1:1]", Entries([1], [1], [1]), [0, 3, 4], []),
    // With `offset`, ends are distances: x[0:2, 2::-1 (3 of them), 1:3].
    (
      "x[:2, 2::-1, 1:3]", Entries([0, 2, 1], [2, -3, 2], [1, -1, 1]) { $0.offset = true },
      [2, 3, 2], [9, 10, 5, 6, 1, 2, 21, 22, 17, 18, 13, 14]
    ),
    (
      "x[-1, :, -3:-1]",
      Entries([-1, 7, -3], [9, 3, 2], [1, 1, 1]) {
        ($0.offset, $0.shrinkAxisMask, $0.beginMask) = (true, 1, 2)
      }, [3, 2], [13, 14, 17, 18, 21, 22]
    ),
    (
      "x[..., newaxis, 3::-2]",
      Entries([0, 0, 3], [0, 0, -4], [1, 1, -2]) {
        ($0.offset, $0.ellipsisMask, $0.newAxisMask, $0.endMask) = (true, 1, 2, 4)
      }, [2, 3, 1, 2], [3, 1, 7, 5, 11, 9, 15, 13, 19, 17, 23, 21]
    ),
    // Distances that lead away from the step take nothing, even past the first element.
    ("x[1:-1:]", Entries([1], [-3], [1]) { $0.offset = true }, [0, 3, 4], []),
  ]

  @Test(arguments: published)
  func givesWhatNumPyGives(notation: String, entries: Entries, shape: [Int], elements: [UInt8]) throws {
    let made = entries.applied(to: RandomTensor(type: .uint8, shape: [2, 3, 4], bytes: Array(0..<24)))
    #expect(try made.outputShape() == shape, "\(notation)")
    #expect(try made.runGuarded() == [elements], "\(notation)")
  }

  // MARK: - By definition

  /// Slices with every mask, `offset`, and places far outside, in memory that ends at a page nobody may touch.
  @Test(arguments: [TensorType.uint8, .int16, .float32, .int64, .complex128])
  func takesWhatTheDefinitionSays(type: TensorType) throws {
    var (taken, refused, withOffset, backwards) = (0, 0, 0, 0)
    for seed in 0..<UInt64(500) {
      var random = SeededGenerator(seed: seed, stream: "\(type)")
      let made = random.stridedSlice(type)
      guard let expected = made.entries.definition(on: made.input) else {
        refused += 1
        #expect(throws: KernelError.self, "seed \(seed): \(made.entries.testDescription) of \(made.input.shape)") {
          try made.entries.applied(to: made.input).outputShape()
        }
        continue
      }
      let step = made.entries.applied(to: made.input)
      let label = "seed \(seed): \(made.entries.testDescription) of \(made.input.shape)"
      #expect(try step.outputShape() == expected.shape, "\(label)")
      #expect(try step.runGuarded() == [expected.bytes], "\(label)")
      taken += 1
      if made.entries.options.offset { withOffset += 1 }
      if made.entries.steps.contains(where: { $0 < 0 }) { backwards += 1 }
    }
    #expect(taken > 200 && refused > 50 && withOffset > 50 && backwards > 50)
    print("STRIDED_SLICE \(type): \(taken) taken, of which \(withOffset) by distances, \(refused) refused")
  }
}

extension RandomOperator {
  fileprivate func outputShape() throws -> [Int] {
    let context = OperatorContext(
      code, options,
      inputs: inputs.enumerated().map { index, tensor in
        tensor.map { $0.descriptor(index, constant: index == 0 ? nil : ByteSlice($0.bytes)) }
      }, outputs: outputs.map { $0.descriptor(inputs.count, constant: nil) })
    let prepare = try #require(OperatorRegistry.standard.prepare(for: operatorCode))
    return try prepare(context).outputShapes[0]
  }

  fileprivate func runGuarded() throws -> [[UInt8]] {
    let instructionSet = try #require(VectorEquality.instructionSets.first)
    return try GuardedOperands(self)
      .run(self, numerics: .reference, instructionSet: instructionSet, workers: SerialWorkers())
  }
}

extension StridedSliceTests.Entries {
  func applied(to input: RandomTensor) -> RandomOperator {
    RandomOperator(
      code: .stridedSlice, options: options, inputs: [input] + [begins, ends, steps].map { .constant($0) },
      outputs: [RandomTensor(type: input.type, shape: [])])
  }

  /// The elements of the slice, one index after the other; nil where the slice is none.
  func definition(on input: RandomTensor) -> (shape: [Int], bytes: [UInt8])? {
    func has(_ mask: Int32, _ entry: Int) -> Bool { mask >> Int32(entry) & 1 == 1 }
    let ellipses = begins.indices.filter { has(options.ellipsisMask, $0) }
    let indexed = begins.indices.filter { !has(options.ellipsisMask | options.newAxisMask, $0) }
    guard ellipses.count <= 1, indexed.count <= input.shape.count else { return nil }

    var shape: [Int] = []
    var indices: [[Int]] = []
    func takeWhole(_ count: Int) {
      for _ in 0..<count {
        shape.append(input.shape[indices.count])
        indices.append(Array(0..<input.shape[indices.count]))
      }
    }
    for entry in begins.indices {
      if has(options.ellipsisMask, entry) {
        takeWhole(input.shape.count - indexed.count)
      } else if has(options.newAxisMask, entry) {
        shape.append(1)
      } else {
        let size = input.shape[indices.count]
        let isOne = has(options.shrinkAxisMask, entry)
        guard let taken = isOne ? one(entry, of: size) : several(entry, of: size) else { return nil }
        if !isOne { shape.append(taken.count) }
        indices.append(taken)
      }
    }
    takeWhole(input.shape.count - indices.count)

    let places = zip(indices, input.shape).reduce([0]) { places, axis in
      places.flatMap { place in axis.0.map { place * axis.1 + $0 } }
    }
    let elementSize = (input.type.bitWidth ?? 8) / 8
    return (shape, places.flatMap { input.bytes[$0 * elementSize..<($0 + 1) * elementSize] })
  }

  /// The place that a begin or an end means, which may be outside of the dimension.
  private func place(_ stated: Int, of size: Int) -> Int { stated < 0 ? stated + size : stated }

  private func begin(_ entry: Int, of size: Int) -> Int {
    if options.beginMask >> Int32(entry) & 1 == 1 { return steps[entry] > 0 ? 0 : size - 1 }
    let place = place(begins[entry], of: size)
    return steps[entry] > 0 ? min(max(place, 0), size) : min(max(place, -1), size - 1)
  }

  private func one(_ entry: Int, of size: Int) -> [Int]? {
    guard steps[entry] > 0 else { return nil }
    let index = begin(entry, of: size)
    return index < size ? [index] : nil
  }

  /// Every n-th of the elements that lie between begin and end.
  private func several(_ entry: Int, of size: Int) -> [Int]? {
    let (step, begin) = (steps[entry], begin(entry, of: size))
    guard step != 0 else { return nil }
    let hasEnd = options.endMask >> Int32(entry) & 1 == 0
    let end = options.offset ? begin + ends[entry] : place(ends[entry], of: size)
    let inOrder = step > 0 ? Array(0..<size) : Array((0..<size).reversed())
    let between = inOrder.filter { index in
      step > 0 ? index >= begin && (!hasEnd || index < end) : index <= begin && (!hasEnd || index > end)
    }
    let taken = stride(from: 0, to: between.count, by: abs(step)).map { between[$0] }
    guard options.offset else { return taken }
    // Distances promise how many elements there are.
    let distance = step > 0 ? ends[entry] : -ends[entry]
    let promised = distance <= 0 ? 0 : (distance + abs(step) - 1) / abs(step)
    return taken.count == promised ? taken : nil
  }
}

extension SeededGenerator {
  fileprivate mutating func stridedSlice(
    _ type: TensorType
  ) -> (input: RandomTensor, entries: StridedSliceTests.Entries) {
    let shape = (0..<int(0...5)).map { _ in oneIn(15) ? 0 : int(1...6) }
    let byteCount = shape.reduce((type.bitWidth ?? 8) / 8, *)
    let input = RandomTensor(type: type, shape: shape, bytes: bytes(byteCount))
    let hasOffset = oneIn(2)
    var entries = StridedSliceTests.Entries([], [], [])
    entries.options.offset = hasOffset
    for entry in 0..<(oneIn(3) ? int(0...7) : shape.count) {
      let bit = Int32(1) << Int32(entry)
      let size = entry < shape.count ? shape[entry] : 3
      let step = oneIn(40) ? 0 : oneIn(40) ? pick([Int(Int32.min), Int(Int32.max)]) : pick([1, 1, 2, 3, -1, -1, -2])
      let begin = place(-size - 2...size + 2)
      entries.begins.append(begin)
      entries.steps.append(step)
      // Distances mostly stay inside.
      let first = min(max(begin < 0 ? begin + size : begin, 0), size)
      entries.ends.append(
        !hasOffset || oneIn(6) ? place(-size - 2...size + 2) : step > 0 ? int(0...size - first) : -int(0...first + 1))
      if oneIn(6) { entries.options.beginMask |= bit }
      if oneIn(6) { entries.options.endMask |= bit }
      if oneIn(8) { entries.options.shrinkAxisMask |= bit }
      if oneIn(8) { entries.options.newAxisMask |= bit }
      if oneIn(12) { entries.options.ellipsisMask |= bit }
    }
    return (input, entries)
  }

  /// A place, now and then as far outside as there is.
  private mutating func place(_ range: ClosedRange<Int>) -> Int {
    oneIn(30) ? pick([Int(Int32.min), Int(Int32.max)]) : int(range)
  }
}
