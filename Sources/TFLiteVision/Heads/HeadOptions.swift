/// What is said about a head by name: `overlap=0.45,units=pixels`.
public struct HeadOptions: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  private let values: [String: String]

  /// Takes names and values.
  public init(_ values: [String: String] = [:]) { self.values = values }

  /// Takes names and values; of equal names the last counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = Dictionary(elements) { $1 }
  }

  /// Reads `name=value,name=value`.
  ///
  /// - Throws: ``VisionError/invalidHeadOption(_:)`` for what is none, or names an option twice.
  public init(parsing text: String) throws(VisionError) {
    var values: [String: String] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty else {
        throw .invalidHeadOption("\"\(part)\" is none; overlap=0.45,units=pixels are two")
      }
      guard values.updateValue(String(pair[1]), forKey: String(pair[0])) == nil else {
        throw .invalidHeadOption("\(pair[0]) stands there twice")
      }
    }
    self.values = values
  }

  /// The names in alphabetical order.
  public var names: [String] { values.keys.sorted() }

  /// The value of an option as a number.
  ///
  /// - Throws: ``VisionError/invalidHeadOption(_:)`` for what is no number in the range.
  public func number(
    _ name: String, or usual: Double, in range: ClosedRange<Double> = 0...1
  ) throws(VisionError) -> Double {
    guard let text = values[name] else { return usual }
    guard let number = Double(text), range.contains(number) else {
      throw .invalidHeadOption(
        "\(name) is \"\(text)\", expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The value of an option as one of several words.
  ///
  /// - Returns: nil where nothing is said.
  /// - Throws: ``VisionError/invalidHeadOption(_:)`` for another word.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, as type: Choice.Type = Choice.self
  ) throws(VisionError) -> Choice? {
    guard let text = values[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw .invalidHeadOption("\(name) is \"\(text)\", expected \(words)")
    }
    return choice
  }

  /// The value of an option as positive numbers with slashes between them.
  ///
  /// - Returns: nil where nothing is said.
  /// - Throws: ``VisionError/invalidHeadOption(_:)`` for anything else.
  public func numbers(_ name: String) throws(VisionError) -> [Double]? {
    guard let text = values[name] else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    let numbers = parts.compactMap { $0 }
    guard !numbers.isEmpty, numbers.count == parts.count, numbers.allSatisfy({ $0 > 0 && $0 <= 1e6 }) else {
      throw .invalidHeadOption("\(name) is \"\(text)\", expected positive numbers with slashes between them")
    }
    return numbers
  }

  /// The options `overlap` and `score-limit`, which all heads that suppress have.
  ///
  /// - Parameter usual: what is taken for those that are not said.
  /// - Throws: ``VisionError/invalidHeadOption(_:)``.
  public func suppression(or usual: Suppression) throws(VisionError) -> Suppression {
    Suppression(
      overlapLimit: try number("overlap", or: usual.overlapLimit),
      scoreLimit: Float(try number("score-limit", or: Double(usual.scoreLimit))), maxCandidates: usual.maxCandidates)
  }
}

/// What the numbers of a box are.
public enum BoxUnit: String, Sendable, CaseIterable {
  /// Parts of the size of the model's input.
  case parts
  /// Pixels of the model's input.
  case pixels

  /// What 1 stands for, for an axis of the input.
  func divisor(_ length: Int) -> Double { self == .pixels ? Double(length) : 1 }
}

/// What scores are.
public enum ScoreUnit: String, Sendable, CaseIterable {
  /// From 0 to 1.
  case parts
  /// From 0 to 100.
  case percent
  /// Numbers whose logistic function is a score.
  case logits
}

extension HeadOptions {
  /// The options that say what a suppression says; none for nil.
  init(_ suppression: Suppression?) {
    self.init(
      suppression.map { ["overlap": "\($0.overlapLimit)", "score-limit": "\($0.scoreLimit)"] } ?? [:])
  }
}
