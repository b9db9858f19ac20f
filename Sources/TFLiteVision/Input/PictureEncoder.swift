import TFLite
import TFLiteImageCodecs

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a picture looks like to a model.
struct PictureLook: Sendable, Equatable {
  /// How the picture is brought to the size of the input.
  var fitting = PictureFitting.stretch
  /// The color around a picture that does not fill the input.
  var margin = RGBColor.black
  /// What the pixels at that size are made of.
  var resampling = Resampling.bilinear
  /// The order of a pixel's colors.
  var order = ChannelOrder.rgb
}

/// From pixels of an input to pixels of the picture that it shows.
struct PictureTransform: Sendable {
  private let frame: LetterboxTransform
  private let x: Double
  private let y: Double

  /// - Parameters:
  ///   - frame: from the input to the part of the picture that it shows.
  ///   - part: where this part lies in the picture.
  init(_ frame: LetterboxTransform, in part: PixelRectangle) {
    self.frame = frame
    (x, y) = (Double(part.x), Double(part.y))
  }

  /// The point of the picture that lies at a point of the input.
  func toOriginal(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let point = frame.toOriginal(x: x, y: y)
    return (point.x + self.x, point.y + self.y)
  }
}

/// Writes pictures into the memory of an input: scales a part of one, and stores its pixels as the input wants them.
///
/// What it needs memory for stays, so that the next picture of the same size costs no allocation.
final class PictureEncoder {
  private let input: PictureInput
  private let scaler = PictureScaler()
  /// The stored values of real-numbered inputs.
  private let table: [Float]

  init(_ input: PictureInput) {
    self.input = input
    if case .float32(let normalization) = input.encoding {
      table = normalization.table(channels: input.channels)
    } else {
      table = []
    }
  }

  /// Writes a part of a picture into an input of an interpreter.
  ///
  /// - Returns: the way back to the picture's pixels.
  /// - Throws: `ImageError` when memory does not suffice, what `Interpreter.withInput(at:as:_:)` throws.
  func encode(
    _ image: Image, _ part: PixelRectangle, _ look: PictureLook, into interpreter: Interpreter, at index: Int
  ) throws -> PictureTransform {
    switch input.encoding {
    case .uint8:
      try interpreter.withInput(at: index, as: UInt8.self) { span in
        try span.withUnsafeMutableBufferPointer { try encode(image, part, look, into: $0) { _, byte in byte } }
      }
    case .int8:
      try interpreter.withInput(at: index, as: Int8.self) { span in
        try span.withUnsafeMutableBufferPointer {
          try encode(image, part, look, into: $0) { _, byte in Int8(bitPattern: byte ^ 0x80) }
        }
      }
    case .float32:
      try table.withUnsafeBufferPointer { table in
        try interpreter.withInput(at: index, as: Float.self) { span in
          try span.withUnsafeMutableBufferPointer {
            try encode(image, part, look, into: $0) { channel, byte in table[channel << 8 | Int(byte)] }
          }
        }
      }
    }
  }

  /// The bytes of the input that shows a part of a picture.
  ///
  /// - Throws: `ImageError` when memory does not suffice.
  func data(_ image: Image, _ part: PixelRectangle, _ look: PictureLook) throws -> (Data, PictureTransform) {
    func stored<Element>(
      _ zero: Element, _ element: (_ channel: Int, _ byte: UInt8) -> Element
    ) throws -> (Data, PictureTransform) {
      var elements = [Element](repeating: zero, count: input.elementCount)
      let transform = try elements.withUnsafeMutableBufferPointer {
        try encode(image, part, look, into: $0, element)
      }
      return (elements.withUnsafeBytes { Data($0) }, transform)
    }
    return switch input.encoding {
    case .uint8: try stored(0 as UInt8) { _, byte in byte }
    case .int8: try stored(0 as UInt8) { _, byte in byte ^ 0x80 }
    case .float32: try stored(0 as Float) { channel, byte in table[channel << 8 | Int(byte)] }
    }
  }

  private func encode<Element>(
    _ image: Image, _ part: PixelRectangle, _ look: PictureLook, into elements: UnsafeMutableBufferPointer<Element>,
    _ element: (_ channel: Int, _ byte: UInt8) -> Element
  ) throws -> PictureTransform {
    let size = input.size
    try ImageLimits.standard.check(width: size.width, height: size.height)
    guard elements.count == input.elementCount else {
      throw VisionError.unsuitableInput("it has \(elements.count) elements now, expected \(input.elementCount)")
    }
    let place = look.fitting.place(width: part.width, height: part.height, in: size)
    try scaler.withScaled(
      image, part, toWidth: place.width, height: place.height, resampling: look.resampling
    ) { pixels, bytesPerRow in
      fillMargin(place, look, elements, element)
      for row in 0..<place.height {
        store(
          pixels, at: row * bytesPerRow, count: place.width, look.order,
          elements, at: (place.top + row) * size.width + place.left, element)
      }
    }
    return PictureTransform(place.transform(fromWidth: part.width, height: part.height), in: part)
  }

  /// Stores a row of pixels, the first of them at a pixel of the input.
  @inline(__always)
  private func store<Element>(
    _ pixels: UnsafeBufferPointer<UInt8>, at start: Int, count: Int, _ order: ChannelOrder,
    _ elements: UnsafeMutableBufferPointer<Element>, at position: Int,
    _ element: (_ channel: Int, _ byte: UInt8) -> Element
  ) {
    guard let first = pixels.baseAddress, let to = elements.baseAddress else { return }
    var from = first + start
    if input.channels == 1 {
      for index in position..<position + count {
        to[index] = element(0, Image.luma(from))
        from += 3
      }
      return
    }
    let (red, blue) = order == .rgb ? (0, 2) : (2, 0)
    let (step, plane) = input.isPlanar ? (1, input.size.width * input.size.height) : (3, 1)
    var at = to + position * step
    for _ in 0..<count {
      at[0] = element(0, from[red])
      at[plane] = element(1, from[1])
      at[2 * plane] = element(2, from[blue])
      at += step
      from += 3
    }
  }

  /// Fills what the picture leaves free.
  private func fillMargin<Element>(
    _ place: LetterboxPlace, _ look: PictureLook, _ elements: UnsafeMutableBufferPointer<Element>,
    _ element: (_ channel: Int, _ byte: UInt8) -> Element
  ) {
    let size = input.size
    guard place.width < size.width || place.height < size.height else { return }
    withUnsafeBytes(of: (look.margin.red, look.margin.green, look.margin.blue)) { bytes in
      let color = bytes.bindMemory(to: UInt8.self)
      for y in 0..<size.height {
        let isBeside = y >= place.top && y < place.top + place.height
        for x in 0..<size.width where !isBeside || x < place.left || x >= place.left + place.width {
          store(color, at: 0, count: 1, look.order, elements, at: y * size.width + x, element)
        }
      }
    }
  }
}
