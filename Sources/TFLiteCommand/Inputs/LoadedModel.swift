import TFLiteSchema

/// A model, and how long it took from the file to a verified model.
struct LoadedModel {
  let model: Model
  let loadTime: Duration

  /// - Parameter argument: a path, or the name of a downloaded model.
  init(named argument: String) throws {
    let path = try LocatedModel(argument).path
    let clock = ContinuousClock()
    let start = clock.now
    model = try Model(contentsOfFile: path)
    loadTime = start.duration(to: clock.now)
  }
}
