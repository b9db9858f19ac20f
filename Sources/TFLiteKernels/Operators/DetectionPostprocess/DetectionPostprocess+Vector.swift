import TFLiteMicrokernels

/// TFLite_Detection_PostProcess without allocation: stored scores are compared as they are, sorted by counting, and
/// boxes are decoded only when suppression comes to them.
struct VectorDetectionPostprocess: Sendable {
  private let kernels: any ReductionMicrokernels.Type
  private let options: DetectionPostprocessOptions
  private let boxCount: Int
  private let scoreColumns: Int
  private let slotCount: Int
  private let decoder: BoxDecoder
  /// The real value of each stored score; empty for float32.
  private let realScores: [Float]
  /// The lowest stored score that counts; above 255 if none does.
  private let lowestScore: Int
  private let layout: Layout

  var scratchByteCount: Int { layout.byteCount }

  /// nil where plain loops have to do.
  init?(_ context: OperatorContext, _ postprocess: DetectionPostprocess) {
    let (options, scores) = (postprocess.options, postprocess.scores)
    guard let kernels = context.microkernels?.reduction, scores.isPaddedForOverReads,
      (1...1 << 24).contains(postprocess.boxCount), postprocess.scoreColumns <= 1 << 24,
      options.scoreThreshold.isFinite, let decoder = BoxDecoder(postprocess)
    else { return nil }
    var realScores: [Float] = []
    if scores.type == .uint8 {
      // Different stored scores must be different real ones.
      guard let quantization = scores.quantization, quantization.scale[0].isOrdinary else { return nil }
      let (scale, zeroPoint) = (Double(quantization.scale[0]), Double(Float(quantization.zeroPoint.first ?? 0)))
      guard abs(zeroPoint) <= 255 else { return nil }
      realScores = (0..<256).map { Float(scale * (Double($0) - zeroPoint)) }
    }
    self.kernels = kernels
    self.options = options
    self.decoder = decoder
    self.realScores = realScores
    lowestScore = realScores.firstIndex { $0 >= options.scoreThreshold } ?? 256
    boxCount = postprocess.boxCount
    scoreColumns = postprocess.scoreColumns
    slotCount = postprocess.slotCount
    layout = Layout(
      boxCount: boxCount, classCount: options.classCount, maxDetections: options.maxDetections,
      classesPerBox: min(options.maxClassesPerDetection, options.classCount))
  }

  /// Whether the order of equal scores is defined: with several classes for a box it is not where one is NaN.
  func canRun(_ call: OperatorCall) -> Bool {
    guard realScores.isEmpty, options.suppression == .fast, layout.classesPerBox > 1 else { return true }
    let scores = call.input(1, as: Float.self)
    return (0..<boxCount * scoreColumns).allSatisfy { !scores[$0].isNaN }
  }

  func run(_ call: OperatorCall) {
    call.clearDetections(slotCount: slotCount)
    let count =
      realScores.isEmpty
      ? run(call, { $0 >= options.scoreThreshold }, { $0 }) as Int
      : run(call, { Int($0) >= lowestScore }, { (stored: UInt8) in realScores[Int(stored)] })
    call.output(3, as: Float.self).pointee = Float(count)
  }

  @inline(__always)
  private func run<Score: StoredScore>(
    _ call: OperatorCall, _ counts: (Score) -> Bool, _ real: (Score) -> Float
  ) -> Int {
    let memory = Memory<Score>(call.scratch, layout)
    let scores = call.input(1, as: Score.self) + (scoreColumns - options.classCount)
    Score.largestOfRows(
      kernels, scores, rowStride: scoreColumns, columns: options.classCount, rows: boxCount, maxima: memory.maxima)
    return switch options.suppression {
    case .fast: suppressOnce(call, memory, scores, counts, real)
    case .regular: suppressClasses(call, memory, scores, counts, real)
    }
  }

  /// One suppression over each box's best score; every selected box reports its best classes.
  ///
  /// - Returns: the number of selected boxes.
  @inline(__always)
  private func suppressOnce<Score: StoredScore>(
    _ call: OperatorCall, _ memory: Memory<Score>, _ scores: UnsafePointer<Score>, _ counts: (Score) -> Bool,
    _ real: (Score) -> Float
  ) -> Int {
    var candidates = memory.candidates
    for box in 0..<boxCount where counts(memory.maxima[box]) { candidates.append(box, rank: memory.maxima[box].rank) }
    candidates.sort(rankByteCount: Score.rankByteCount)
    var watch = call.stopWatch
    let selected = suppress(call, memory, candidates, limit: layout.limit, &watch)
    for rank in 0..<selected {
      let box = memory.selected[rank]
      if watch.isOver(after: 4 * scoreColumns) { break }
      let row = scores + box * scoreColumns
      let classes = bestClasses(row, largest: memory.maxima[box], memory)
      for position in 0..<layout.classesPerBox {
        let classIndex = classes[position]
        write(
          call, slot: rank * options.maxClassesPerDetection + position, memory.selectedBoxes[rank],
          classIndex: classIndex, score: real(row[classIndex]))
      }
    }
    return selected
  }

  /// The classes with the best scores, in the order of ``indicesOfLargest(_:in:)``.
  @inline(__always)
  private func bestClasses<Score: StoredScore>(
    _ row: UnsafePointer<Score>, largest: Score, _ memory: Memory<Score>
  ) -> UnsafePointer<Int> {
    let heap = UnsafeMutableBufferPointer(start: memory.classes, count: layout.classesPerBox)
    if heap.count == 1 {
      var first = 0
      while first < options.classCount - 1, row[first] != largest { first += 1 }
      heap[0] = first
    } else {
      let precedes = { (left: Int, right: Int) in row[left] > row[right] }
      for position in heap.indices { heap[position] = position }
      heap.makeHeap(precedes)
      for position in heap.count..<max(heap.count, options.classCount) where precedes(position, heap[0]) {
        heap.sift(position, from: 0, count: heap.count, precedes)
      }
      heap.sortHeap(precedes)
    }
    return UnsafePointer(memory.classes)
  }

  /// A suppression for each class; the best of all classes remain, earlier classes first among equals.
  ///
  /// - Returns: the number of detections.
  @inline(__always)
  private func suppressClasses<Score: StoredScore>(
    _ call: OperatorCall, _ memory: Memory<Score>, _ scores: UnsafePointer<Score>, _ counts: (Score) -> Bool,
    _ real: (Score) -> Float
  ) -> Int {
    // Boxes none of whose scores counts are passed over by every class.
    var active = 0
    for box in 0..<boxCount where counts(memory.maxima[box]) {
      memory.active[active] = Int32(truncatingIfNeeded: box)
      active += 1
    }
    let limit = min(options.detectionsPerClass, layout.limit)
    var (best, spare) = (memory.best, memory.spareBest)
    var bestCount = 0
    var watch = call.stopWatch
    for classIndex in 0..<options.classCount {
      if watch.isOver(after: 16 * active + 16) { break }
      var candidates = memory.candidates
      for index in 0..<active {
        let box = Int(memory.active[index])
        let score = scores[box * scoreColumns + classIndex]
        if counts(score) { candidates.append(box, rank: score.rank) }
      }
      guard candidates.count > 0 else { continue }
      candidates.sort(rankByteCount: Score.rankByteCount)
      let selected = suppress(call, memory, candidates, limit: limit, &watch)
      // Both lists are sorted; the merged one keeps the earlier class first among equals.
      var (old, new, merged) = (0, 0, 0)
      while merged < layout.bestCapacity, old < bestCount || new < selected {
        let score = new < selected ? scores[memory.selected[new] * scoreColumns + classIndex] : nil
        if old < bestCount, score.map({ !($0 > best[old].score) }) ?? true {
          spare[merged] = best[old]
          old += 1
        } else if let score {
          spare[merged] = (score, Int32(classIndex), memory.selectedBoxes[new])
          new += 1
        }
        merged += 1
      }
      swap(&best, &spare)
      bestCount = merged
      if watch.isOver(after: 4 * merged) { break }
    }
    for slot in 0..<bestCount {
      write(call, slot: slot, best[slot].box, classIndex: Int(best[slot].classIndex), score: real(best[slot].score))
    }
    return bestCount
  }

  /// Non-maximum suppression: a candidate remains unless one that remained before overlaps it too much.
  ///
  /// - Returns: how many remain, at most `limit`; their indices and boxes stand in `memory`.
  @inline(__always)
  private func suppress<Score: StoredScore>(
    _ call: OperatorCall, _ memory: Memory<Score>, _ candidates: Candidates, limit: Int, _ watch: inout StopWatch
  ) -> Int {
    var selected = 0
    for rank in 0..<candidates.count {
      guard selected < limit, !watch.isOver(after: 8 + 4 * selected) else { break }
      let index = candidates[rank]
      let box = decoder.box(index, call)
      var isFree = true
      for other in 0..<selected
      where memory.selectedBoxes[other].intersectionOverUnion(box) > options.overlapThreshold {
        isFree = false
        break
      }
      if isFree {
        memory.selected[selected] = index
        memory.selectedBoxes[selected] = box
        selected += 1
      }
    }
    return selected
  }

  private func write(_ call: OperatorCall, slot: Int, _ box: Box, classIndex: Int, score: Float) {
    let edges = call.output(0, as: Float.self) + 4 * slot
    (edges[0], edges[1], edges[2], edges[3]) = (box.ymin, box.xmin, box.ymax, box.xmax)
    call.output(1, as: Float.self)[slot] = Float(classIndex)
    call.output(2, as: Float.self)[slot] = score
  }
}

extension VectorDetectionPostprocess {
  /// Where each kind of working memory lies, in bytes from its start.
  struct Layout: Sendable {
    let boxCount: Int
    let classesPerBox: Int
    /// No suppression selects more.
    let limit: Int
    /// No more detections remain.
    let bestCapacity: Int

    fileprivate let candidates: Int
    fileprivate let active: Int
    fileprivate let selected: Int
    fileprivate let selectedBoxes: Int
    fileprivate let classes: Int
    fileprivate let best: Int
    fileprivate let spareBest: Int
    let byteCount: Int

    init(boxCount: Int, classCount: Int, maxDetections: Int, classesPerBox: Int) {
      self.boxCount = boxCount
      self.classesPerBox = classesPerBox
      limit = min(maxDetections, boxCount)
      bestCapacity = min(maxDetections, boxCount * classCount)
      var end = 0
      func place(_ byteCount: Int) -> Int {
        defer { end += (byteCount + 15) / 16 * 16 }
        return end
      }
      // The best score of each box comes first; no score is larger than a float.
      _ = place(boxCount * MemoryLayout<Float>.stride)
      candidates = place(Candidates.byteCount(capacity: boxCount))
      active = place(boxCount * MemoryLayout<Int32>.stride)
      selected = place(limit * MemoryLayout<Int>.stride)
      selectedBoxes = place(limit * MemoryLayout<Box>.stride)
      classes = place(classesPerBox * MemoryLayout<Int>.stride)
      best = place(bestCapacity * MemoryLayout<Memory<Float>.Detection>.stride)
      spareBest = place(bestCapacity * MemoryLayout<Memory<Float>.Detection>.stride)
      byteCount = end
    }
  }

  /// The working memory.
  fileprivate struct Memory<Score: StoredScore> {
    typealias Detection = (score: Score, classIndex: Int32, box: Box)

    /// The best score of each box.
    let maxima: UnsafeMutablePointer<Score>
    let candidates: Candidates
    /// Boxes with a score that counts.
    let active: UnsafeMutablePointer<Int32>
    /// What suppression has left.
    let selected: UnsafeMutablePointer<Int>
    let selectedBoxes: UnsafeMutablePointer<Box>
    let classes: UnsafeMutablePointer<Int>
    let best: UnsafeMutablePointer<Detection>
    let spareBest: UnsafeMutablePointer<Detection>

    init(_ start: UnsafeMutableRawPointer, _ layout: Layout) {
      maxima = start.bindMemory(to: Score.self, capacity: layout.boxCount)
      candidates = Candidates(start + layout.candidates, capacity: layout.boxCount)
      active = (start + layout.active).bindMemory(to: Int32.self, capacity: layout.boxCount)
      selected = (start + layout.selected).bindMemory(to: Int.self, capacity: layout.limit)
      selectedBoxes = (start + layout.selectedBoxes).bindMemory(to: Box.self, capacity: layout.limit)
      classes = (start + layout.classes).bindMemory(to: Int.self, capacity: layout.classesPerBox)
      best = (start + layout.best).bindMemory(to: Detection.self, capacity: layout.bestCapacity)
      spareBest = (start + layout.spareBest).bindMemory(to: Detection.self, capacity: layout.bestCapacity)
    }
  }
}
