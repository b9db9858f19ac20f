import ArgumentParser

/// How often a model runs, in commands that measure one.
struct MeasurementOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "Timed runs.")
  var runs = 50

  @Option(parsing: .unconditional, help: "Runs between the first one and those that are timed.")
  var warmUp = 5

  func validate() throws {
    if runs < 1 { throw ValidationError("--runs must be at least 1.") }
    if warmUp < 0 { throw ValidationError("--warm-up must not be negative.") }
  }
}
