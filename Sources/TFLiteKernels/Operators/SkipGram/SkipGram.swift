import TFLiteFlatBuffers
import TFLiteSchema

/// SKIP_GRAM: groups of words of a text, in which some words between may be left out.
///
/// Input: a tensor of strings, of which only the first is read. Output: [groups], strings: the words of each group, with
/// spaces between. `ngram_size` is the number of words in a group, `max_skip_size` how many may be left out from one to the
/// next; with `include_all_ngrams`, smaller groups count too. A text of fewer words than `ngram_size` has no groups.
///
/// There can be very many groups: beyond ``SkipGrams/stepLimit`` steps of the search, or where strings exceed the memory
/// limit, the operator fails.
///
/// Source: `tflite/kernels/skip_gram.cc`.
enum SkipGramOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.string)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.requireOperands(inputs: 1...1)
    let (input, output) = (try context.input(0), context.output(0))
    try context.require(input, type: .string)
    try context.require(output, type: .string)
    try context.requireElements(input)
    let options = try context.options(SkipGramOptions.self)
    let pool = try context.requireStrings()
    guard let first = try context.values(input).withUnsafeBytes({ $0.stringNumbers.first { _ in true } }) else {
      throw KernelError.valuesUnknown(context.identity, input.identity)
    }
    var watch = context.stopWatch
    var grams = SkipGrams(
      words: try SkipGrams.words(of: pool[first], &watch), size: Int(options.ngramSize), skip: Int(options.maxSkipSize),
      includesSmaller: options.includeAllNgrams)
    var numbers: [Int64] = []
    while let gram = grams.next(&watch) {
      try watch.check(after: 64)
      guard numbers.count < pool.byteLimit / 8, let number = pool.number(of: ByteSlice(gram)) else {
        throw KernelError.stringsExceedLimit(context.identity, output)
      }
      numbers.append(number)
    }
    try watch.check(after: 0)
    guard !grams.isExhausted else {
      throw KernelError.size(
        context.identity, output.identity,
        "takes more than \(SkipGrams.stepLimit) steps: too many words for groups of \(options.ngramSize)")
    }
    return CapturedResults([TensorValue(strings: numbers, shape: [numbers.count])], path: .plain)
  }
}

/// The groups of words of a text, one after the other.
struct SkipGrams {
  /// Some seconds. Sixteen bytes of a group count as one step.
  static let stepLimit = 1 << 24

  private let words: [ByteSlice]
  private let size: Int
  private let skip: Int
  private let includesSmaller: Bool
  /// The place of each word of the group that the search is at.
  private var places: [Int]
  /// How many words of it have been chosen; below 0 at the end.
  private var depth: Int
  private var steps = 0

  /// Whether the search has ended too early.
  var isExhausted: Bool { steps >= Self.stepLimit }

  init(words: [ByteSlice], size: Int, skip: Int, includesSmaller: Bool) {
    self.words = words
    self.size = size
    self.skip = skip
    self.includesSmaller = includesSmaller
    let isPossible = size >= 0 && words.count >= size
    places = Array(repeating: 0, count: isPossible ? size : 0)
    // The first word of all is chosen already.
    depth = isPossible ? 1 : -1
  }

  /// The words of a text: white space ends one. The first character always belongs to a word.
  static func words(of text: ByteSlice, _ watch: inout StopWatch) throws(RunStopped) -> [ByteSlice] {
    var words: [ByteSlice] = []
    var start = 0
    for place in 0..<text.count {
      try watch.check(after: 2)
      guard place >= 1, isSpace(text[place]) else { continue }
      if place > start, !isSpace(text[start]) { words.append(text[start..<place]) }
      start = place + 1
    }
    if text.count > start { words.append(text[start..<text.count]) }
    return words
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  /// The next group, its words with spaces between; nil at the end, and where the search takes too long.
  mutating func next(_ watch: inout StopWatch) -> [UInt8]? {
    while depth >= 0, !isExhausted, !watch.isOver(after: 4) {
      steps += 1
      if canChoose {
        places[depth] += 1
        depth += 1
        if depth < size { places[depth] = places[depth - 1] }
      } else {
        let chosen = depth
        depth -= 1
        if chosen > 0, includesSmaller ? chosen <= size : chosen == size { return joined(chosen) }
      }
    }
    return nil
  }

  /// Whether the word behind the one that was tried last can be the next of the group.
  private var canChoose: Bool {
    guard depth < size, places[depth] + 1 < words.count else { return false }
    return depth == 0 || places[depth] - places[depth - 1] <= skip
  }

  private mutating func joined(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, place) in places.prefix(count).enumerated() {
      if index > 0 { bytes.append(0x20) }
      words[place].withUnsafeBytes { bytes += $0 }
    }
    steps += bytes.count / 16
    return bytes
  }
}
