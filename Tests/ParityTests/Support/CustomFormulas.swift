import Foundation
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels

/// The custom operators of MediaPipe, and the like, by formulas that have nothing in common with the package's kernels but
/// the order of additions: each element of a result for itself, and the C library's functions.
struct CustomFormulas: Engine {
  func run(model bytes: [UInt8], feeds: [[UInt8]]) -> EngineOutcome {
    do {
      // As TFLite runs its operators.
      let outputs = try withSubnormalNumbersFlushed {
        try CustomFormula(model: Model(ByteSlice(bytes)), feeds: feeds).outputs()
      }
      return .ran(
        outputs.map { EngineOutput(shape: $0.shape, bytes: $0.values.flatMap { littleEndianBytes($0.bitPattern) }) })
    } catch {
      return .refused(reason: "\(error)")
    }
  }
}

/// A model's only operator with its operands.
struct CustomFormula {
  struct Misfit: Error {}

  /// A tensor of float32, or of int32 as float32.
  struct Values {
    var shape: [Int]
    var values: [Float]

    init(_ shape: [Int], _ element: (_ place: [Int]) -> Float) {
      self.shape = shape
      values = (0..<shape.reduce(1, *)).map { index in
        var (rest, place) = (index, shape)
        for axis in shape.indices.reversed() {
          (rest, place[axis]) = rest.quotientAndRemainder(dividingBy: shape[axis])
        }
        return element(place)
      }
    }

    subscript(place: Int...) -> Float {
      values[zip(place, shape).reduce(0) { $0 * $1.1 + $1.0 }]
    }
  }

  let name: String
  let version: Int32
  let fields: [Int]
  let options: FlexBufferValue
  let inputs: [Values]
  let placesAreWhole: Bool

  init(model: Model, feeds: [[UInt8]]) throws {
    let graph = model.subgraphs[0]
    let step = graph.operators[0]
    let code = model.operatorCode(of: step)
    (name, version) = (code.customCode, code.version)
    let bytes = step.customOptions
    options = (try? FlexBufferValue(decoding: bytes)) ?? .null
    fields = bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { Int(bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Int32.self)) }
    }
    inputs = step.inputs.map { index in
      let tensor = graph.tensors[Int(index)]
      let fed = graph.inputs.firstIndex(of: index).map { feeds[$0] }
      let stored = fed ?? model.buffers[Int(tensor.buffer)].data?.withUnsafeBytes { Array($0) } ?? []
      let bits = stored.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
      }
      var values = Values([0]) { _ in 0 }
      values.shape = tensor.shape.map { Int($0) }
      values.values = bits.map {
        tensor.type == .int32 ? Float(Int32(bitPattern: $0)) : Float(bitPattern: $0)
      }
      return values
    }
    placesAreWhole = step.inputs.count > 1 && graph.tensors[Int(step.inputs[1])].type == .int32
  }

  func outputs() throws -> [Values] {
    switch name {
    case "Convolution2DTransposeBias": [try transposedConvolution()]
    case "MaxPoolingWithArgmax2D": try pooling()
    case "MaxUnpooling2D" where !placesAreWhole: [cells()]
    case "MaxUnpooling2D", "LiteRtMaxUnpooling2D": [places()]
    case "TransformLandmarks": [movedLandmarks()]
    case "TransformTensorBilinear": [movedImage()]
    case "Landmarks2TransformMatrix": [version == 2 ? matrixV2() : matrixV1()]
    default: throw Misfit()
    }
  }

  private func number(_ key: String) -> Float { Float(options[key]?.doubleValue ?? 0) }

  private func numbers(_ key: String) -> [Int] {
    guard case .vector(let values)? = options[key] else { return [] }
    return values.map { Int($0.integerValue ?? 0) }
  }
}

// MARK: - Windows

extension CustomFormula {
  private func transposedConvolution() throws -> Values {
    let (image, filter, bias) = (inputs[0], inputs[1], inputs[2])
    guard bias.shape == [filter.shape[0]] else { throw Misfit() }
    let strides = [0, fields[2], fields[1]]
    var (size, before) = ([image.shape[0], 0, 0, filter.shape[0]], [0, 0, 0])
    for axis in 1...2 {
      let cut = fields[0] == 1 ? max(0, filter.shape[axis] - 1 - (image.shape[axis] - 1) % strides[axis]) : 0
      size[axis] = (image.shape[axis] - 1) * strides[axis] + filter.shape[axis] - cut
      before[axis] = cut / 2
    }
    return Values(size) { place in
      var sum = bias[place[3]]
      for y in 0..<image.shape[1] {
        for x in 0..<image.shape[2] {
          let (row, column) = (place[1] + before[1] - y * strides[1], place[2] + before[2] - x * strides[2])
          guard (0..<filter.shape[1]).contains(row), (0..<filter.shape[2]).contains(column) else { continue }
          for channel in 0..<image.shape[3] {
            sum += image[place[0], y, x, channel] * filter[place[3], row, column, channel]
          }
        }
      }
      return sum
    }
  }

  private func pooling() throws -> [Values] {
    let image = inputs[0]
    guard image.shape.count == 4 else { throw Misfit() }
    let (strides, windows) = ([0, fields[2], fields[1]], [0, fields[4], fields[3]])
    var (size, before) = (image.shape, [0, 0, 0])
    for axis in 1...2 {
      let covered = fields[0] == 1 ? image.shape[axis] : image.shape[axis] - windows[axis] + 1
      size[axis] = (covered + strides[axis] - 1) / strides[axis]
      before[axis] = max(0, (size[axis] - 1) * strides[axis] + windows[axis] - image.shape[axis]) / 2
    }
    /// The values of a window, and their places in it.
    func window(_ place: [Int]) -> [(value: Float, index: Int)] {
      (0..<windows[1] * windows[2]).compactMap { index in
        let y = place[1] * strides[1] - before[1] + index / windows[2]
        let x = place[2] * strides[2] - before[2] + index % windows[2]
        guard (0..<image.shape[1]).contains(y), (0..<image.shape[2]).contains(x) else { return nil }
        return (image[place[0], y, x, place[3]], index)
      }
    }
    let bounds: (Float, Float) =
      [(-.infinity, .infinity), (0, .infinity), (-1, 1), (0, 6)][fields[5]]
    let values = Values(size) { place in
      let largest = window(place).map(\.value).max()!
      return largest < bounds.0 ? bounds.0 : largest > bounds.1 ? bounds.1 : largest
    }
    let places = Values(size) { place in
      let all = window(place)
      let largest = all.map(\.value).max()!
      return Float(all.first { $0.value == largest }!.index) + 0.1
    }
    return [values, places]
  }

  private func cells() -> Values {
    let shape = inputs[0].shape
    let size = [shape[0], shape[1] * fields[4], shape[2] * fields[3], shape[3]]
    var image = Values(size) { _ in 0 }
    for index in inputs[0].values.indices {
      let cell = Int(inputs[1].values[index])
      let (channel, pixel) = (index % shape[3], index / shape[3])
      let (x, row) = (pixel % shape[2], pixel / shape[2])
      let outputX = x * fields[1] + cell % fields[3]
      let outputY = row % shape[1] * fields[2] + cell / fields[3]
      let batch = row / shape[1]
      image.values[((batch * size[1] + outputY) * size[2] + outputX) * size[3] + channel] = inputs[0].values[index]
    }
    return image
  }

  private func places() -> Values {
    let shape = inputs[0].shape
    func size(_ axis: Int, _ stride: Int, _ window: Int) -> Int {
      fields[0] == 1 ? shape[axis] * stride : shape[axis] * stride - stride + window
    }
    let size = [shape[0], size(1, fields[2], fields[4]), size(2, fields[1], fields[3]), shape[3]]
    return Values(size) { place in
      let wanted = Float((place[1] * size[2] + place[2]) * size[3] + place[3])
      let count = shape.dropFirst().reduce(1, *)
      let own = place[0] * count..<place[0] * count + count
      return own.last { inputs[1].values[$0] == wanted }.map { inputs[0].values[$0] } ?? 0
    }
  }
}

// MARK: - Matrices

extension CustomFormula {
  /// A row of the matrix times a point.
  private func moved(_ row: Int, _ x: Float, _ y: Float, shift: Float) -> Float {
    let matrix = inputs[1].values
    return matrix[4 * row] * x + matrix[4 * row + 1] * y + 0 + shift
  }

  private func movedLandmarks() -> Values {
    let dimensions = version == 2 ? inputs[0].shape[2] : Int(number("dimensions"))
    let scale = version == 2 ? 1 : number("scale")
    var result = inputs[0]
    for index in result.values.indices where index % dimensions < 2 {
      let point = index - index % dimensions
      let row = index % dimensions
      result.values[index] = moved(
        row, inputs[0].values[point], inputs[0].values[point + 1], shift: inputs[1].values[4 * row + 3] * scale)
    }
    return result
  }

  private func movedImage() -> Values {
    let image = inputs[0]
    let size =
      version == 2 ? [Int(number("output_height")), Int(number("output_width"))] : numbers("output_size")
    let matrix = inputs[1].values.map { Double($0) }
    func coordinate(_ row: Int, _ place: [Int]) -> Float {
      let plain = inputs[1].values[4 * row + 3]
      let middle = matrix[4 * row + 3] + (matrix[4 * row] / 2 + matrix[4 * row + 1] / 2 - 0.5)
      return moved(row, Float(place[2]), Float(place[1]), shift: version == 2 ? Float(middle) : plain)
    }
    return Values([1, size[0], size[1], image.shape[3]]) { place in
      let (x, y) = (coordinate(0, place), coordinate(1, place))
      guard (0...Float(image.shape[2] - 1)).contains(x), (0...Float(image.shape[1] - 1)).contains(y) else { return 0 }
      let (left, top) = (Int(x), Int(y))
      func pixel(_ row: Int, _ column: Int) -> Float {
        row < image.shape[1] && column < image.shape[2] ? image[0, row, column, place[3]] : 0
      }
      func mixed(_ first: Float, _ second: Float, _ share: Float) -> Double {
        Double(first) * (1 - Double(share)) + Double(second * share)
      }
      let (shareX, shareY) = (x - Float(left), y - Float(top))
      let upper = Float(mixed(pixel(top, left), pixel(top, left + 1), shareX))
      let lower = Float(mixed(pixel(top + 1, left), pixel(top + 1, left + 1), shareX))
      return Float(mixed(upper, lower, shareY))
    }
  }

  private func landmark(_ index: Int) -> (x: Float, y: Float) {
    (inputs[0].values[3 * index], inputs[0].values[3 * index + 1])
  }

  /// The products of the matrices, multiplied out.
  private func matrixV2() -> Values {
    let (left, right) = (landmark(Int(number("left_rotation_idx"))), landmark(Int(number("right_rotation_idx"))))
    let angle = number("target_rotation_radians") - atan2f(right.y - left.y, right.x - left.x)
    let points = numbers("subset_idxs").map(landmark)
    let xs = points.map { cosf(angle) * $0.x + -sinf(angle) * $0.y }
    let ys = points.map { sinf(angle) * $0.x + cosf(angle) * $0.y }
    let (x, y) = ((xs.min()! + xs.max()!) / 2, (ys.min()! + ys.max()!) / 2)
    let centerX = cosf(-angle) * x + -sinf(-angle) * y
    let centerY = sinf(-angle) * x + cosf(-angle) * y
    let (width, height) = (number("output_width"), number("output_height"))
    let stepX = number("scale_x") * (xs.max()! - xs.min()!) / width
    let stepY = number("scale_y") * (ys.max()! - ys.min()!) / height
    let (m00, m01) = (cosf(-angle) * stepX, -sinf(-angle) * stepY)
    let (m10, m11) = (sinf(-angle) * stepX, cosf(-angle) * stepY)
    let (shiftX, shiftY) = (-width / 2, -height / 2)
    return matrix(
      m00, m01, m00 * shiftX + m01 * shiftY + centerX, m10, m11, m10 * shiftX + m11 * shiftY + centerY,
      last: [0, 0, 1, 0])
  }

  private func matrixV1() -> Values {
    let (left, right) = (landmark(Int(number("left_rotation_idx"))), landmark(Int(number("right_rotation_idx"))))
    let angle = -atanf((right.y - left.y) / (right.x - left.x))
    let points = numbers("subset").map(landmark)
    let xs = points.map { $0.x * cosf(angle) - $0.y * sinf(angle) }
    let ys = points.map { $0.x * sinf(angle) + $0.y * cosf(angle) }
    let (x, y) = ((xs.max()! + xs.min()!) / 2, (ys.max()! + ys.min()!) / 2)
    let (range, factor) = (number("landmarks_range"), number("bbox_size_multiplier"))
    let (cos, sin) = (cosf(-angle), sinf(-angle))
    let centerX = Float(Double((x * cos - y * sin) / range) * 2 - 1)
    let centerY = Float(Double((x * sin + y * cos) / range) * 2 - 1)
    let (input, output) = (numbers("input_hw").map(Float.init), numbers("output_hw").map(Float.init))
    let (halfWidth, halfHeight) = ((input[1] - 1) / 2, (input[0] - 1) / 2)
    let scaleX = (xs.max()! - xs.min()!) * factor / range
    let scaleY = (ys.max()! - ys.min()!) * factor / range
    // To the image's pixels, times the rotation, times the scale.
    let (a, b, c) = (halfWidth * cos * scaleX, halfWidth * -sin * scaleY, halfWidth * centerX + halfWidth)
    let (d, e, f) = (halfHeight * sin * scaleX, halfHeight * cos * scaleY, halfHeight * centerY + halfHeight)
    let (stepX, stepY) = (2 / (output[1] - 1), 2 / (output[0] - 1))
    return matrix(a * stepX, b * stepY, -a - b + c, d * stepX, e * stepY, -d - e + f, last: [0, 0, 1, 0])
  }

  private func matrix(
    _ xx: Float, _ xy: Float, _ x: Float, _ yx: Float, _ yy: Float, _ y: Float, last: [Float]
  ) -> Values {
    var result = Values([1, 4, 4]) { _ in 0 }
    // Sums that begin with 0 are no -0.
    result.values = [xx, xy, 0, x, yx, yy, 0, y].map { $0 + 0 } + last + [0, 0, 0, 1]
    return result
  }
}
