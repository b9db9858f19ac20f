import TFLiteSchema

/// Which landmarks decide on a crop.
struct CropLandmarks: Sendable {
  /// The two that shall lie level.
  let left: Int
  let right: Int
  /// Those that the crop holds.
  let subset: [Int]

  fileprivate init(
    _ context: OperatorContext, _ options: CustomOptions, subset name: String, count: Int
  ) throws(KernelError) {
    guard count >= 1 else {
      let landmarks = try context.input(0)
      throw .shape(context.identity, landmarks.identity, found: landmarks.shape, expected: "at least one landmark")
    }
    left = try options.integer("left_rotation_idx", in: 0...count - 1)
    right = try options.integer("right_rotation_idx", in: 0...count - 1)
    subset = try options.integers(name, in: 0...count - 1)
    guard !subset.isEmpty else {
      throw .option(context.identity, name: name, found: "empty", expected: "at least one landmark")
    }
  }
}

/// The options of version 1 of Landmarks2TransformMatrix.
struct TransformMatrixOptionsV1: Sendable {
  let landmarks: CropLandmarks
  /// In pixels.
  let input: (height: Int, width: Int)
  /// In pixels.
  let output: (height: Int, width: Int)
  /// Coordinates of landmarks go from 0 to this number.
  let range: Int
  /// How many times as large as what it holds the crop is.
  let multiplier: Float

  init(_ context: OperatorContext, landmarkCount: Int) throws(KernelError) {
    let options = try CustomOptions(context)
    let positive = 1...Int(Int32.max)
    func size(_ name: String) throws(KernelError) -> (Int, Int) {
      let size = try options.integers(name, in: positive)
      guard size.count == 2 else {
        throw .option(
          context.identity, name: name, found: "\(size.count) numbers", expected: "a height and a width")
      }
      return (size[0], size[1])
    }
    _ = try options.integer("dimensions", in: 3...3)
    (input, output) = (try size("input_hw"), try size("output_hw"))
    range = try options.integer("landmarks_range", in: positive)
    multiplier = try options.number("bbox_size_multiplier")
    guard multiplier != 0 else {
      throw .option(context.identity, name: "bbox_size_multiplier", found: "0", expected: "another number")
    }
    landmarks = try CropLandmarks(context, options, subset: "subset", count: landmarkCount)
  }
}

/// The options of version 2 of Landmarks2TransformMatrix.
struct TransformMatrixOptionsV2: Sendable {
  let landmarks: CropLandmarks
  /// The angle, in radians, at which the two landmarks lie in the crop.
  let targetRotation: Float
  /// In pixels.
  let outputHeight: Int
  let outputWidth: Int
  /// How many times as large as what it holds the crop is.
  let scaleX: Float
  let scaleY: Float

  init(_ context: OperatorContext, landmarkCount: Int) throws(KernelError) {
    let options = try CustomOptions(context)
    let positive = 1...Int(Int32.max)
    func scale(_ name: String) throws(KernelError) -> Float {
      let scale = try options.number(name)
      guard !(scale <= 0) else {
        throw .option(context.identity, name: name, found: "\(scale)", expected: "above 0")
      }
      return scale
    }
    targetRotation = options.has("target_rotation_radians") ? try options.number("target_rotation_radians") : 0
    outputHeight = try options.integer("output_height", in: positive)
    outputWidth = try options.integer("output_width", in: positive)
    (scaleX, scaleY) = (try scale("scale_x"), try scale("scale_y"))
    landmarks = try CropLandmarks(context, options, subset: "subset_idxs", count: landmarkCount)
  }
}
