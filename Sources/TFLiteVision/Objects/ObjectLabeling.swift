import TFLiteImageCodecs

/// What gives objects their labels.
protocol ObjectLabeling: AnyObject {
  /// The labels of an object, best first.
  func labels(of detection: Detection, in image: Image) throws -> [ObjectLabel]

  /// Whether it looks at the picture itself.
  var looksClosely: Bool { get }

  /// The same for another thread.
  func copy() throws -> any ObjectLabeling
}

/// Labels objects with the coarse category of the detector's class. Unknown objects have no label.
final class CategoryLabeling: ObjectLabeling {
  private let categories: CoarseCategories
  let looksClosely = false

  init(categories: CoarseCategories) { self.categories = categories }

  func labels(of detection: Detection, in image: Image) -> [ObjectLabel] {
    guard let label = DetectedObjectLabel(category: categories.category(of: detection)) else { return [] }
    return [ObjectLabel(text: label.rawValue, confidence: detection.score, index: label.index)]
  }

  func copy() -> any ObjectLabeling { CategoryLabeling(categories: categories) }
}

/// Labels objects by running a classifier on their part of the picture, and on as much round them as it states.
final class CropLabeling: ObjectLabeling {
  private let classifier: Classifier
  private let scoreThreshold: Float?
  private let maxResults: Int
  let looksClosely = true

  /// - Parameter scoreThreshold: nil stands for that of the classifier's metadata, else 0.
  init(classifier: Classifier, scoreThreshold: Float?, maxResults: Int) {
    self.classifier = classifier
    self.scoreThreshold = scoreThreshold
    self.maxResults = maxResults
  }

  func copy() throws -> any ObjectLabeling {
    CropLabeling(classifier: try classifier.copy(), scoreThreshold: scoreThreshold, maxResults: maxResults)
  }

  func labels(of detection: Detection, in image: Image) throws -> [ObjectLabel] {
    do {
      return try classifier.classify(
        image, region: detection.box.enlarged(by: classifier.margin), scoreThreshold: scoreThreshold,
        maxResults: maxResults
      ).classifications.map { ObjectLabel(text: $0.label ?? "", confidence: $0.score, index: $0.classIndex) }
    } catch VisionError.emptyRegion {
      // A box without area, or one that a tracker expects outside of the picture, shows nothing.
      return []
    }
  }
}
