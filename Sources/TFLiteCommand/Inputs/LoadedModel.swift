import TFLiteSchema

/// A model, and how long it took from the file to a verified model.
struct LoadedModel {
  let model: Model
  let loadTime: Duration

  init(contentsOfFile path: String) throws {
    let clock = ContinuousClock()
    let start = clock.now
    model = try Model(contentsOfFile: path)
    loadTime = start.duration(to: clock.now)
  }
}
