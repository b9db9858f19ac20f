/// What kind of thing a tensor holds.
public struct Content: SchemaTable {
  /// The kind, and what is to be known about it.
  public var contentProperties: ContentProperties? = nil

  /// The dimensions that one thing takes up; all but the first if it is absent. One past the last dimension means
  /// that every element is a thing.
  public var range: ValueRange? = nil

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visitUnion(0, "content_properties", &contentProperties)
    try visitor.visit(2, "range", &range)
  }
}

/// A range of dimensions.
public struct ValueRange: SchemaTable {
  /// First dimension.
  public var min: Int32 = 0

  /// Last dimension.
  public var max: Int32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "min", &min)
    try visitor.visit(1, "max", &max)
  }
}

/// A tensor that holds numbers without a special meaning.
public struct FeatureProperties: SchemaTable {
  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {}
}

/// A tensor that holds an image.
public struct ImageProperties: SchemaTable {
  /// Meaning of the channels.
  public var colorSpace: ColorSpaceType = .unknown

  /// Size of the image where the shape leaves it open.
  public var defaultSize: ImageSize? = nil

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "color_space", &colorSpace)
    try visitor.visit(1, "default_size", &defaultSize)
  }
}

/// Size of an image in pixels.
public struct ImageSize: SchemaTable {
  /// Width.
  public var width: UInt32 = 0

  /// Height.
  public var height: UInt32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "width", &width)
    try visitor.visit(1, "height", &height)
  }
}

/// A tensor that holds boxes.
public struct BoundingBoxProperties: SchemaTable {
  /// Place of each element: entry i says where the element i of the usual order is stored. Empty for the usual
  /// order.
  public var index: [UInt32] = []

  /// What the four elements are, and their usual order.
  public var type: BoundingBoxType = .unknown

  /// Unit of the coordinates.
  public var coordinateType: CoordinateType = .ratio

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "index", &index)
    try visitor.visit(1, "type", &type)
    try visitor.visit(2, "coordinate_type", &coordinateType)
  }
}

/// A tensor that holds sound.
public struct AudioProperties: SchemaTable {
  /// Samples in a second.
  public var sampleRate: UInt32 = 0

  /// Number of channels.
  public var channels: UInt32 = 0

  /// The schema's defaults.
  public init() {}

  /// Shows `visitor` every field.
  public mutating func visitFields(_ visitor: inout some FieldVisitor) throws(ModelError) {
    try visitor.visit(0, "sample_rate", &sampleRate)
    try visitor.visit(1, "channels", &channels)
  }
}

/// The kinds of things that tensors hold.
public enum ContentProperties: SchemaUnion {
  /// Numbers without a special meaning.
  case feature(FeatureProperties)
  /// An image.
  case image(ImageProperties)
  /// Boxes.
  case boundingBox(BoundingBoxProperties)
  /// Sound.
  case audio(AudioProperties)

  /// The union with a member whose fields have their defaults.
  public init?(memberNumber: Int) {
    switch memberNumber {
    case 1: self = .feature(FeatureProperties())
    case 2: self = .image(ImageProperties())
    case 3: self = .boundingBox(BoundingBoxProperties())
    case 4: self = .audio(AudioProperties())
    default: return nil
    }
  }

  /// The number of the member.
  public var memberNumber: Int {
    switch self {
    case .feature: 1
    case .image: 2
    case .boundingBox: 3
    case .audio: 4
    }
  }

  /// The member.
  public var member: any SchemaTable {
    switch self {
    case .feature(let table): table
    case .image(let table): table
    case .boundingBox(let table): table
    case .audio(let table): table
    }
  }

  /// Shows `visitor` every field of the member.
  public mutating func visitMember(_ visitor: inout some FieldVisitor) throws(ModelError) {
    switch self {
    case .feature(var table):
      try table.visitFields(&visitor)
      self = .feature(table)
    case .image(var table):
      try table.visitFields(&visitor)
      self = .image(table)
    case .boundingBox(var table):
      try table.visitFields(&visitor)
      self = .boundingBox(table)
    case .audio(var table):
      try table.visitFields(&visitor)
      self = .audio(table)
    }
  }
}
