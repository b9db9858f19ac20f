import TFLiteSchema

/// How the four numbers of a box lie in an output.
struct BoxLayout: Equatable, Sendable {
  /// What the numbers are.
  let type: BoundingBoxType
  /// Where each of the numbers lies, in the usual order of the type.
  let places: [Int]
  /// Whether the numbers are pixels of the model's input, or parts of its size.
  let isInPixels: Bool

  /// Top, left, bottom, right: the order of TFLite_Detection_PostProcess.
  static let postprocess = BoxLayout(type: .boundaries, places: [1, 0, 3, 2], isInPixels: false)

  private init(type: BoundingBoxType, places: [Int], isInPixels: Bool) {
    self.type = type
    self.places = places
    self.isInPixels = isInPixels
  }

  /// - Throws: ``VisionError/malformedMetadata(_:)`` for a layout without a type, and for places that are not 0 to 3, each
  ///   once.
  init(_ properties: BoundingBoxProperties) throws(VisionError) {
    guard properties.type != .unknown else { throw .malformedMetadata("it does not say what the numbers of a box are") }
    let places = properties.index.isEmpty ? [0, 1, 2, 3] : properties.index.map { Int($0) }
    guard places.sorted() == [0, 1, 2, 3] else {
      throw .malformedMetadata("the numbers of a box have the places \(places); expected 0, 1, 2, 3 in any order")
    }
    self.init(type: properties.type, places: places, isInPixels: properties.coordinateType == .pixel)
  }

  /// The edges of a box: left, top, right, bottom, relative to the size of the model's input.
  ///
  /// - Parameters:
  ///   - numbers: among them the four, as they are stored.
  ///   - first: the position of the first of them.
  ///   - size: of the model's input.
  func edges(
    _ numbers: Span<Float>, at first: Int, in size: InputSize
  ) -> (left: Double, top: Double, right: Double, bottom: Double) {
    let (width, height) = isInPixels ? (Double(size.width), Double(size.height)) : (1, 1)
    func number(_ index: Int) -> Double { Double(numbers[first + places[index]]) }
    let (x, y) = (number(0) / width, number(1) / height)
    let (a, b) = (number(2) / width, number(3) / height)
    return switch type {
    case .boundaries, .unknown: (x, y, a, b)
    case .upperLeft: (x, y, x + a, y + b)
    case .center: (x - a / 2, y - b / 2, x + a / 2, y + b / 2)
    }
  }
}
