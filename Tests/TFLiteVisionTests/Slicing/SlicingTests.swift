import TFLite
import TFLiteImageCodecs
import TFLiteModelManager
import TFLiteSchema
import TestModels
import TestRandomness
import Testing

@testable import TFLiteVision

@Suite struct SlicingTests {
  private func parts(_ slicing: Slicing, _ width: Int, _ height: Int, input: Int = 10) throws -> [PixelRectangle] {
    let image = try Image(width: width, height: height, pixels: [UInt8](repeating: 0, count: width * height * 3))
    return try slicing.parts(of: image, for: InputSize(width: input, height: input))
  }

  /// Every pixel is in a part, parts have one size and lie in the picture, and neighbors share a fifth.
  @Test func partsCoverThePicture() throws {
    var random = SeededGenerator(seed: 24, stream: "slices")
    for _ in 0..<300 {
      let (width, height) = (Int.random(in: 1...90, using: &random), Int.random(in: 1...90, using: &random))
      let count = Int.random(in: 1...40, using: &random)
      for slicing in [Slicing.automatic, .parts(count)] {
        let parts = try parts(slicing, width, height)
        #expect(parts.count <= (slicing == .automatic ? 36 : count))
        guard !parts.isEmpty else { continue }
        #expect(Set(parts.map { [$0.width, $0.height] }).count == 1)
        for axis in [parts.map { ($0.x, $0.width, width) }, parts.map { ($0.y, $0.height, height) }] {
          let starts = Set(axis.map(\.0)).sorted()
          let (length, total) = (axis[0].1, axis[0].2)
          #expect(starts.first == 0 && (starts.last ?? 0) + length == total)
          for (one, next) in zip(starts, starts.dropFirst()) {
            // To whole pixels.
            #expect(Double(next - one) <= 0.8 * Double(length) + 1)
          }
        }
      }
    }
  }

  @Test func automaticPartsHaveTheSizeOfTheInput() throws {
    #expect(try parts(.automatic, 10, 10).isEmpty)
    #expect(try parts(.automatic, 8, 9).isEmpty)
    #expect(
      try parts(.automatic, 18, 18)
        == [(0, 0), (8, 0), (0, 8), (8, 8)].map { x, y in
          PixelRectangle(x: x, y: y, width: 10, height: 10)
        })
    // Sixteen times the input: as many as there may be, and larger than it.
    let many = try parts(.automatic, 160, 160)
    #expect(many.count == 36 && many[0].width == 32)
  }

  @Test func partsOfAWishedNumber() throws {
    #expect(try parts(.parts(1), 40, 40).isEmpty)
    #expect(try parts(.parts(2), 40, 10).count == 2)
    #expect(try parts(.parts(4), 40, 40).count == 4)
    for count in [0, -1, 1025] {
      #expect(throws: VisionError.self) { try parts(.parts(count), 40, 40) }
    }
  }

  private func detection(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ score: Float, classIndex: Int = 0
  ) -> Detection {
    Detection(
      label: nil, classIndex: classIndex, score: score, box: BoundingBox(x: x, y: y, width: width, height: height))
  }

  @Test func mergesWhatIsOneObject() {
    let whole = detection(10, 10, 100, 50, 0.75)
    // A part of it that a border has cut off, which sticks out a little; another class; something else.
    let found = SliceMerging().merged([
      detection(8, 20, 40, 30, 0.5), whole, detection(10, 10, 100, 50, 0.5, classIndex: 1),
      detection(200, 10, 20, 20, 0.9),
    ])
    #expect(
      found == [
        detection(200, 10, 20, 20, 0.9), detection(8, 10, 102, 50, 0.75),
        detection(10, 10, 100, 50, 0.5, classIndex: 1),
      ])
    #expect(SliceMerging().merged([]).isEmpty)
  }

  /// On a model without weights, whatever the threads.
  @Test(arguments: [1, 2, 3]) func threadsChangeNothing(_ threads: Int) throws {
    var options = Interpreter.Options()
    options.threadCount = threads
    let detector = try Detector(model: ModelSketch.detector().model, options: options)
    let source = QuarteredPicture.threeObjects
    let picture = try Image(width: source.width, height: source.height, pixels: source.pixels)
    detector.slicing = .parts(9)
    let counts = Counts()
    let found = try detector.detect(in: picture) { done, total in counts.add(done, total) }
    let parts = try Slicing.parts(9).parts(of: picture, for: InputSize(width: 2, height: 2)).count
    #expect(counts.all.map(\.0) == Array(1...parts + 1) && counts.all.allSatisfy { $0.1 == parts + 1 })
    let once = try Detector(model: ModelSketch.detector().model)
    once.slicing = .parts(9)
    #expect(try once.detect(in: picture).detections == found.detections)
    #expect(Set(found.detections.map(\.classIndex)) == [0, 1, 2])
  }

  /// More parts at once than processors do not keep the process's tasks from running.
  @Test func theThreadsOfTasksAreFree() async {
    await #expect(processExitsWith: .success) {
      let busy = BusyWork()
      let part = PixelRectangle(of: try Image(width: 1, height: 1, pixels: [0, 0, 0]))
      let parts = Array(repeating: part, count: busy.count)
      let work = SliceWork(parts, runners: Array(0..<busy.count), progress: nil) { _, _, _ in
        busy.run()
        return []
      }
      async let finished: Void = busy.finish()
      // As a detector that is asked for detections later.
      _ = try await PictureWorker("test") {}.run {
        var times = RunTimes()
        return try work.run(&times)
      }
      try await finished
    }
  }

  /// The sample's codes on a canvas of 16 times its area: its parts show all, the whole does not.
  @Test func findsWhatIsSmall() throws {
    let scene = try SmallObjectScene.sample(inWidth: 3840, height: 2880, x: 1700, y: 1300)
    let detector = try Detector(
      model: Model(contentsOfFile: LocalModel(.codeDetector).path),
      labels: LocalModel(.codeDetector).labelsPath.map { try LabelList(contentsOfFile: $0) })
    let whole = try scene.score(detector.detect(in: scene.picture).detections)
    detector.slicing = .automatic
    let sliced = try scene.score(detector.detect(in: scene.picture).detections)
    #expect(whole.found < sliced.found && sliced.found == scene.objects.count, "\(whole), \(sliced)")
    #expect(sliced.wrong <= 1)
  }
}

/// What progress has told, from any thread but one call after the other.
private final class Counts: @unchecked Sendable {
  private(set) var all: [(Int, Int)] = []
  func add(_ done: Int, _ total: Int) { all.append((done, total)) }
}
