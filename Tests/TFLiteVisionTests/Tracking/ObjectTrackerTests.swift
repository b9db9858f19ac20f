import TFLiteVision
import Testing

/// What a tracker promises, one thing at a time.
@Suite struct ObjectTrackerTests {
  private func seen(_ x: Double, score: Float = 0.8, class classIndex: Int = 0) -> Detection {
    Detection(
      label: "c\(classIndex)", classIndex: classIndex, score: score,
      box: BoundingBox(x: x, y: 50, width: 40, height: 80))
  }

  /// Feeds frames at 30 per second; gives the ids of each.
  private func ids(_ frames: [[Detection]], _ options: ObjectTracker.Options = .init()) throws -> [[Int]] {
    var tracker = try ObjectTracker(options: options)
    return try frames.enumerated().map { number, detections in
      try tracker.update(detections, at: .seconds(Double(number) / 30)).map(\.id)
    }
  }

  @Test func idsFollowTheObjectsAndNotTheOrder() throws {
    var tracker = try ObjectTracker()
    let first = try tracker.update([seen(0), seen(200)], at: .zero)
    #expect(first.map(\.id) == [0, 1] && first.map(\.detectionIndex) == [0, 1])
    let second = try tracker.update([seen(203), seen(2)], at: .milliseconds(33))
    #expect(second.map(\.id) == [1, 0] && second.map(\.detection) == [seen(203), seen(2)])
  }

  @Test func aNewObjectIsConfirmedBySeeingItAgain() throws {
    #expect(try ids([[seen(0)], [seen(0), seen(300)], [seen(0), seen(300)]]) == [[0], [0], [0, 1]])
    // One frame is a false alarm, and takes no id.
    #expect(try ids([[], [seen(300)], [], [seen(0)], [seen(0)]]) == [[], [], [], [], [0]])
    var atOnce = ObjectTracker.Options()
    atOnce.confirmingFrames = 1
    #expect(try ids([[seen(0)], [seen(0), seen(300)]], atOnce) == [[0], [0, 1]])
  }

  /// By more than its own size, even from its first frame to its second.
  @Test func whatIsFastIsFollowed() throws {
    // Of the first frame; in the second one, it is expected where it was.
    #expect(try ids([[seen(0)], [seen(100)], [seen(200)], [seen(300)]]) == [[0], [0], [0], [0]])
    // And of later ones, beside something that stays: two sightings might be of two things, three in a line are of one.
    let passing = (0..<5).map { [seen(0), seen(300 + 150 * Double($0))] }
    #expect(try ids([[seen(0)]] + passing) == [[0], [0], [0], [0, 1], [0, 1], [0, 1]])
    // What does not go on in that direction is nothing.
    #expect(try ids([[], [seen(0)], [seen(100)], [seen(50)], [seen(150)]]) == [[], [], [], [], []])
    // Neither are things of other sizes or classes, or too far away, one object.
    let other = Detection(
      label: nil, classIndex: 0, score: 0.8, box: BoundingBox(x: 100, y: 50, width: 80, height: 80))
    #expect(try ids([[], [seen(0)], [other], [seen(200)]]).allSatisfy(\.isEmpty))
    #expect(try ids([[], [seen(0)], [seen(100, class: 1)], [seen(200)]]).allSatisfy(\.isEmpty))
    #expect(try ids([[], [seen(0)], [seen(300)], [seen(600)]]).allSatisfy(\.isEmpty))
    // What stays where it appeared is an object as before, whatever was near.
    #expect(try ids([[], [seen(0)], [seen(100)], [seen(100)]]) == [[], [], [], [0]])
  }

  @Test func whatIsMissedIsExpectedWhereItMovesTo() throws {
    var tracker = try ObjectTracker()
    for frame in 0..<30 { _ = try tracker.update([seen(Double(4 * frame))], at: .milliseconds(33 * frame)) }
    let object = try #require(try tracker.update([], at: .milliseconds(33 * 30)).first)
    #expect(object.id == 0 && object.detectionIndex == nil)
    #expect(object.detection.label == "c0" && object.detection.score == 0.8)
    #expect(abs(object.detection.box.x - 120) < 1 && abs(object.detection.box.width - 40) < 1)
    // A tenth of a second later it is given no more, but remembered.
    #expect(try tracker.update([], at: .milliseconds(33 * 33)) == [])
    #expect(try tracker.update([seen(160)], at: .milliseconds(33 * 40)).map(\.id) == [0])
  }

  /// In the frame after an object was seen at the edge, it is expected outside, and no part of it is in the picture.
  @Test func whatLeavesThePictureIsCutOff() throws {
    var tracker = try ObjectTracker()
    for frame in 0..<50 { _ = try tracker.update([seen(Double(12 * frame))], at: .milliseconds(33 * frame)) }
    let atTheEdge = try #require(try tracker.update([seen(600)], at: .milliseconds(33 * 50)).first)
    let part = try #require(atTheEdge.visible(inWidth: 610, height: 100))
    #expect(part.id == 0 && part.detectionIndex == 0 && part.detection.label == "c0")
    #expect(part.detection.box == BoundingBox(x: 600, y: 50, width: 10, height: 50))
    let outside = try #require(try tracker.update([], at: .milliseconds(33 * 51)).first)
    #expect(outside.visible(inWidth: 610, height: 100) == nil)
    #expect(outside.visible(inWidth: 1000, height: 1000) == outside)
  }

  @Test func memoryEnds() throws {
    var options = ObjectTracker.Options()
    options.memory = .milliseconds(500)
    func idAfter(_ milliseconds: Int) throws -> [Int] {
      var tracker = try ObjectTracker(options: options)
      _ = try tracker.update([seen(0)], at: .zero)
      _ = try tracker.update([seen(0)], at: .milliseconds(milliseconds))
      return try tracker.update([seen(0)], at: .milliseconds(milliseconds + 1)).map(\.id)
    }
    #expect(try idAfter(500) == [0])
    #expect(try idAfter(501) == [1])
  }

  @Test func lowScoresContinueObjectsAndBeginNone() throws {
    #expect(try ids([[seen(0)], [seen(0, score: 0.2)], [seen(0, score: 0.2)]]) == [[0], [0], [0]])
    #expect(try ids([[seen(0, score: 0.2)], [seen(0, score: 0.2)], [seen(0, score: 0.2)]]) == [[], [], []])
    var tracker = try ObjectTracker()
    _ = try tracker.update([seen(0)], at: .zero)
    let below = try tracker.update([seen(0, score: 0.05)], at: .milliseconds(33))
    #expect(below.map(\.detectionIndex) == [nil])
    var strict = ObjectTracker.Options()
    strict.newObjectScore = 0.9
    #expect(try ids([[seen(0)], [seen(0)]], strict) == [[], []])
  }

  @Test(arguments: ObjectTracker.ClassConsistency.allCases)
  func classConsistency(_ consistency: ObjectTracker.ClassConsistency) throws {
    var options = ObjectTracker.Options()
    options.classConsistency = consistency
    options.confirmingFrames = 1
    options.coastingTime = .zero
    // The same place.
    let flicker = try ids([[seen(0)], [seen(0, class: 1)], [seen(0)]], options)
    #expect(flicker == (consistency == .required ? [[0], [1], [0]] : [[0], [0], [0]]))
    // Far enough for doubt: three fifths of the width, an overlap of a quarter.
    let aside = try ids([[seen(0)], [seen(24, class: 1)]], options)
    #expect(aside == (consistency == .ignored ? [[0], [0]] : [[0], [1]]))
    // Two that cross within one frame, told apart by their classes alone.
    let crossing = try ids([[seen(0), seen(10, class: 1)], [seen(4, class: 1), seen(6)]], options)
    #expect(crossing == (consistency == .ignored ? [[0, 1], [0, 1]] : [[0, 1], [1, 0]]))
  }

  @Test func timeMustIncrease() throws {
    var tracker = try ObjectTracker()
    _ = try tracker.update([seen(0)], at: .seconds(5))
    for time in [Duration.seconds(5), .seconds(4), .seconds(-1)] {
      #expect(throws: VisionError.timeDoesNotIncrease(previous: .seconds(5), given: time)) {
        try tracker.update([seen(300)], at: time)
      }
    }
    // Nothing has happened.
    #expect(try tracker.update([seen(0)], at: .seconds(5.03)).map(\.id) == [0])
    // Any beginning will do, and any distance.
    var early = try ObjectTracker()
    #expect(try early.update([seen(0)], at: .seconds(Int64.min)).map(\.id) == [0])
    #expect(try early.update([seen(0)], at: .seconds(Int64.max)) == [])
  }

  /// Sums of times there, and differences, would end the process.
  @Test func timesAtBothEndsOfAllDurations() throws {
    let (first, last) = (Duration(attoseconds: .min), Duration(attoseconds: .max))
    var late = try ObjectTracker()
    #expect(try late.update([seen(0)], at: last - .milliseconds(40)).map(\.id) == [0])
    #expect(try late.update([], at: last - .milliseconds(20)).map(\.id) == [0])
    #expect(try late.update([seen(0, score: 0.2)], at: last).map(\.id) == [0])
    var early = try ObjectTracker()
    #expect(try early.update([seen(0)], at: first).map(\.id) == [0])
    #expect(try early.update([seen(0)], at: last) == [])
  }

  @Test func moreFramesThanThereAre() throws {
    var options = ObjectTracker.Options()
    options.confirmingFrames = .max
    #expect(try ids([[], [seen(0)], [seen(100)], [seen(200)]], options).allSatisfy(\.isEmpty))
  }

  @Test func idsAreNeverUsedAgain() throws {
    var tracker = try ObjectTracker()
    var ids: Set<Int> = []
    for number in 0..<100 {
      let start = Duration.seconds(10 * number)
      _ = try tracker.update([seen(0)], at: start)
      let id = try #require(try tracker.update([seen(0)], at: start + .milliseconds(30)).first?.id)
      #expect(ids.insert(id).inserted)
    }
    #expect(ids == Set(0..<100))
  }

  @Test func whatIsNoBoxIsNoObject() throws {
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300]
    var detections = numbers.flatMap { number in
      [
        BoundingBox(x: number, y: 0, width: 10, height: 10), BoundingBox(x: 0, y: number, width: 10, height: 10),
        BoundingBox(x: 0, y: 0, width: number, height: 10), BoundingBox(x: 0, y: 0, width: 10, height: number),
      ]
    }
    .map { Detection(label: nil, classIndex: 0, score: 0.9, box: $0) }
    for (width, height) in [(0.0, 10.0), (10, 0), (-10, 10), (10, -10)] {
      let box = BoundingBox(x: 0, y: 0, width: width, height: height)
      detections.append(Detection(label: nil, classIndex: 0, score: 0.9, box: box))
    }
    detections.append(seen(0, score: .nan))
    #expect(try ids([detections, detections + [seen(0)], detections + [seen(0)]]) == [[], [], [0]])
  }

  @Test func optionsAreChecked() {
    func refuses(_ name: String, _ change: (inout ObjectTracker.Options) -> Void) {
      var options = ObjectTracker.Options()
      change(&options)
      #expect {
        try ObjectTracker(options: options)
      } throws: {
        guard case VisionError.invalidTrackingOption(name: name, _, _) = $0 else { return false }
        return "\($0)".contains(name)
      }
    }
    refuses("highScore") { $0.highScore = .nan }
    refuses("lowScore") { $0.lowScore = .nan }
    refuses("newObjectScore") { $0.newObjectScore = .nan }
    refuses("minimumOverlap") { $0.minimumOverlap = 1.5 }
    refuses("minimumLowScoreOverlap") { $0.minimumLowScoreOverlap = .nan }
    refuses("confirmingFrames") { $0.confirmingFrames = 0 }
    refuses("coastingTime") { $0.coastingTime = .seconds(-1) }
    refuses("memory") { $0.memory = .seconds(-1) }
  }
}
