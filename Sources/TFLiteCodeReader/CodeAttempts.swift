import CTFLiteCodeReader
import Foundation
import TFLiteVision

/// The ways in which a decoder is shown a code, from the cheapest to the dearest.
struct CodeAttempts {
  private let picture: LumaPicture
  private let box: BoundingBox
  private let kinds: CodeKinds

  init(_ picture: LumaPicture, box: BoundingBox, kinds: CodeKinds) {
    self.picture = picture
    self.box = box
    self.kinds = kinds
  }

  /// Cut out with so much of what is around it: codes need a quiet border, and boxes may be too small.
  private static let margins = [0.15, 0.05, 0.4]
  /// Enlarged to about so many pixels: decoders look for lines of modules, and miss those of one or two pixels.
  private static let sizes = [300.0, 500.0, 800.0, 1200.0]
  /// The most by which a part is enlarged.
  private static let greatestScale = 4.0
  /// Linear codes are read along lines, which have to cross all bars; an angle in degrees.
  private static let angles = [15.0, -15, 30, -30, 45]

  /// The first code that is read.
  ///
  /// - Throws: ``CodeReaderError``.
  func first() throws(CodeReaderError) -> ReadCode? {
    for margin in Self.margins {
      guard let part = picture.part(box, margin: margin) else { continue }
      if let code = try read(part) { return code }
      for scale in scales(of: part) {
        let enlarged = part.transformed(scale: scale)
        if let code = try read(enlarged) { return code }
        if let code = try read(enlarged.sharpened()) { return code }
      }
    }
    guard let part = picture.part(box, margin: Self.margins[0]) else { return nil }
    if let code = try read(part.inverted()) { return code }
    for scale in scales(of: part).suffix(2) {
      for angle in Self.angles {
        let turned = part.transformed(scale: scale, angle: angle * .pi / 180)
        if let code = try read(turned) { return code }
      }
    }
    return nil
  }

  private func scales(of part: LumaPicture) -> [Double] {
    let side = Double(max(part.width, part.height))
    return Self.sizes.map { min($0 / side, Self.greatestScale) }.filter { $0 > 1.2 || $0 < 0.7 }
  }

  private func read(_ picture: LumaPicture) throws(CodeReaderError) -> ReadCode? {
    for threshold in [TFLiteCodeThreshold.local, .global] {
      let codes = try picture.codes(kinds, threshold)
      let nearest = codes.filter { isInside($0) && fills($0) }.min { distance($0) < distance($1) }
      if let nearest { return nearest }
    }
    return nil
  }

  /// Whether a code is the box's own, not a neighbor's in the margin.
  private func isInside(_ code: ReadCode) -> Bool {
    let (x, y) = offset(of: code)
    let half = max(box.width, box.height) / 2
    return abs(x) <= half && abs(y) <= half
  }

  /// Whether a code is the whole one that was found. Some linear codes hold others, or say something else where they are cut
  /// off; with so many attempts, one would be read.
  private func fills(_ code: ReadCode) -> Bool {
    var longest = 0.0
    for first in code.corners {
      for second in code.corners { longest = max(longest, hypot(first.x - second.x, first.y - second.y)) }
    }
    return longest >= code.format.smallestPart * max(box.width, box.height)
  }

  private func distance(_ code: ReadCode) -> Double {
    let (x, y) = offset(of: code)
    return hypot(x, y)
  }

  /// Of a code's center from that of the box.
  private func offset(of code: ReadCode) -> (x: Double, y: Double) {
    (code.box.centerX - box.centerX, code.box.centerY - box.centerY)
  }
}

extension CodeFormat {
  /// How much of a box's longer side a code must fill: nearly all of it where a part of the code is one, too, and no check digit
  /// tells.
  fileprivate var smallestPart: Double {
    switch self {
    case .itf, .codabar, .code39: 0.9
    default: 0.7
    }
  }
}
