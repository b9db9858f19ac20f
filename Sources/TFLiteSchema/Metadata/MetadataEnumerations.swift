import TFLiteFlatBuffers

/// What a packed file is for.
public enum AssociatedFileType: Int8, SchemaEnum {
  /// Not stated.
  case unknown = 0
  /// Text for people.
  case descriptions = 1
  /// A label on each line for each index along a dimension of the tensor.
  case tensorAxisLabels = 2
  /// A label on each line for each value in the tensor.
  case tensorValueLabels = 3
  /// On each line nothing, or the scale, slope, offset and optionally the minimum score of a class.
  case tensorAxisScoreCalibration = 4
  /// A word on each line.
  case vocabulary = 5
  /// An index for nearest-neighbor search.
  case scannIndexFile = 6

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "UNKNOWN", "DESCRIPTIONS", "TENSOR_AXIS_LABELS", "TENSOR_VALUE_LABELS", "TENSOR_AXIS_SCORE_CALIBRATION",
    "VOCABULARY", "SCANN_INDEX_FILE",
  ]
}

/// The meaning of an image's channels.
public enum ColorSpaceType: Int8, SchemaEnum {
  /// Not stated.
  case unknown = 0
  /// Red, green, blue.
  case rgb = 1
  /// Brightness.
  case grayscale = 2

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "UNKNOWN", "RGB", "GRAYSCALE",
  ]
}

/// What the four elements of a box are.
public enum BoundingBoxType: Int8, SchemaEnum {
  /// Not stated.
  case unknown = 0
  /// Left, top, right, bottom.
  case boundaries = 1
  /// Left, top, width, height.
  case upperLeft = 2
  /// Center x, center y, width, height.
  case center = 3

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "UNKNOWN", "BOUNDARIES", "UPPER_LEFT", "CENTER",
  ]
}

/// The unit of coordinates.
public enum CoordinateType: Int8, SchemaEnum {
  /// Parts of the image's size, from 0 to 1.
  case ratio = 0
  /// Pixels.
  case pixel = 1

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "RATIO", "PIXEL",
  ]
}

/// A function applied to a score before it is calibrated.
public enum ScoreTransformationType: Int8, SchemaEnum {
  /// X.
  case identity = 0
  /// Log(x).
  case log = 1
  /// Log(x) - log(1 - x).
  case inverseLogistic = 2

  /// The schema's spelling of each value.
  public static let schemaNames = [
    "IDENTITY", "LOG", "INVERSE_LOGISTIC",
  ]
}
