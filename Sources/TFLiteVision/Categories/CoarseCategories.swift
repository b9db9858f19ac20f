/// The broad kinds of things that objects are.
public enum ObjectCategory: String, Sendable, CaseIterable {
  /// None of the others, or nobody knows.
  case unknown
  /// Furniture, tableware, appliances.
  case homeGoods
  /// Clothes and what people wear and carry.
  case fashionGoods
  /// Things to eat and drink.
  case food
  /// Buildings, streets, landmarks.
  case places
  /// Plants.
  case plants
}

/// The names of the coarse categories, as labels of objects.
public enum DetectedObjectLabel: String, Sendable, CaseIterable {
  case fashionGood = "Fashion good"
  case homeGood = "Home good"
  case food = "Food"
  case place = "Place"
  case plant = "Plant"

  /// The number of the label.
  public var index: Int {
    switch self {
    case .fashionGood: DetectedObjectLabelIndex.fashionGood.rawValue
    case .homeGood: DetectedObjectLabelIndex.homeGood.rawValue
    case .food: DetectedObjectLabelIndex.food.rawValue
    case .place: DetectedObjectLabelIndex.place.rawValue
    case .plant: DetectedObjectLabelIndex.plant.rawValue
    }
  }

  /// The category that the label names.
  public var category: ObjectCategory {
    switch self {
    case .fashionGood: .fashionGoods
    case .homeGood: .homeGoods
    case .food: .food
    case .place: .places
    case .plant: .plants
    }
  }

  /// The label of a category; nil for ``ObjectCategory/unknown``.
  public init?(category: ObjectCategory) {
    guard let label = Self.allCases.first(where: { $0.category == category }) else { return nil }
    self = label
  }
}

/// The numbers of the coarse categories.
public enum DetectedObjectLabelIndex: Int, Sendable, CaseIterable {
  case fashionGood = 0
  case homeGood = 1
  case food = 2
  case place = 3
  case plant = 4
}

/// Which coarse category each class of a detector belongs to.
public struct CoarseCategories: Sendable, Equatable {
  private let categories: [String: ObjectCategory]

  /// Takes a table from class names to categories. Capitals make no difference.
  public init(_ categories: [String: ObjectCategory]) {
    self.categories = Dictionary(categories.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  /// The category of a class; unknown for a name that is not in the table.
  public func category(ofLabel label: String) -> ObjectCategory { categories[label.lowercased()] ?? .unknown }

  func category(of detection: Detection) -> ObjectCategory { detection.label.map(category(ofLabel:)) ?? .unknown }
}
