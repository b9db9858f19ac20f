import Foundation
import TFLiteImageCodecs
import TFLiteSchema

/// Makes what a report shows of each operator, and writes its pictures.
struct OperatorPages {
  private let model: Model
  private let summary: ModelSummary
  private let profile: Profile?
  private let comparison: Comparison?
  private let folder: ReportFolder
  private let times: [Int: Profile.OperatorTime]
  private let health: [String: QuantizationHealth]
  private let rows: [Int: Comparison.Row]
  /// The operator that computes each tensor.
  private let producers: [Int: Int]
  /// How many pixels the pictures of what follows may have.
  private var pixelsLeft: Int

  private static let binCount = 48

  /// - Parameter pixelLimit: the most pixels that all pictures together may have. Results that find no room are shown
  ///   without.
  init(
    model: Model, summary: ModelSummary, profile: Profile?, comparison: Comparison?, health: [QuantizationHealth],
    folder: ReportFolder, pixelLimit: Int
  ) {
    self.model = model
    self.summary = summary
    self.profile = profile
    self.comparison = comparison
    self.folder = folder
    pixelsLeft = pixelLimit
    times = Dictionary((profile?.operators ?? []).map { ($0.index, $0) }) { first, _ in first }
    self.health = Dictionary(health.map { (Self.key($0.operatorIndex, $0.tensor), $0) }) { first, _ in first }
    rows = Dictionary((comparison?.rows ?? []).map { ($0.tensorIndex, $0) }) { first, _ in first }
    let written = model.subgraphs[0].operators.enumerated().flatMap { index, stored in
      stored.outputs.map { (Int($0), index) }
    }
    producers = Dictionary(written) { first, _ in first }
  }

  private static func key(_ index: Int, _ tensor: String) -> String { "\(index) \(tensor)" }

  mutating func page(of step: Trace.Step) throws -> ReportData.Operator {
    let described = summary.operators[step.index]
    let time = times[step.index]
    var outputs: [ReportData.Output] = []
    for result in step.outputs { outputs.append(try output(result, of: step)) }
    return ReportData.Operator(
      index: step.index, name: step.name, kernel: step.kernel,
      options: described.notableOptions.map { [$0.name, $0.value.text] },
      macs: time?.multiplyAccumulateCount ?? described.multiplyAccumulateCount,
      constant_bytes: described.constantByteCount, milliseconds: time?.median.milliseconds,
      share: time.flatMap { profile?.share(of: $0) },
      inputs: zip(described.inputs, step.inputShapes).map { Absent(wrappedValue: input($0, shape: $1)) },
      outputs: outputs)
  }

  private func input(_ tensor: ModelSummary.Tensor?, shape: [Int]?) -> ReportData.Input? {
    guard let tensor else { return nil }
    return ReportData.Input(
      name: tensor.name, type: tensor.type.schemaName, shape: shape ?? tensor.shape,
      quantization: tensor.quantization?.shortText ?? "", is_constant: tensor.constantByteCount != nil,
      producer: producers[tensor.index])
  }

  private mutating func output(_ output: Trace.Activation, of step: Trace.Step) throws -> ReportData.Output {
    let real = output.decodedValues
    let values = ValueSummary(real)
    let row = rows[output.tensorIndex]
    // Weights that were decompressed are no activations.
    let maps = output.isConstant || values.least == nil ? nil : FeatureMaps(real, shape: output.values.shape)
    let hasRoom = hasRoom(for: maps, row)
    return ReportData.Output(
      name: output.name, type: output.values.type.schemaName, shape: output.values.shape,
      quantization: output.quantization?.shortText ?? "", least: values.least, mean: values.mean,
      greatest: values.greatest, not_finite: values.notFinite,
      histogram: values.least == nil ? nil : values.histogram(real, binCount: Self.binCount),
      health: health[Self.key(step.index, output.name)],
      difference: row.map { ReportData.Difference(accumulated: $0.accumulated, isolated: $0.isolated) },
      maps: try hasRoom ? maps.flatMap { try pictures($0, of: output, in: step, real, values, row) } : nil,
      maps_left_out: !hasRoom)
  }

  // MARK: Pictures

  /// Whether there is room for the pictures of a result, which they have taken then.
  private mutating func hasRoom(for maps: FeatureMaps?, _ row: Comparison.Row?) -> Bool {
    guard let maps else { return true }
    let isDiffering = row.map { $0.accumulated.differing > 0 } ?? false
    let pixelCount = maps.pixelCount * (1 + (maps.channels > 1 ? 1 : 0) + (isDiffering ? 1 : 0))
    guard pixelCount <= pixelsLeft else { return false }
    pixelsLeft -= pixelCount
    return true
  }

  private func pictures(
    _ maps: FeatureMaps, of output: Trace.Activation, in step: Trace.Step, _ real: RealValues, _ values: ValueSummary,
    _ row: Comparison.Row?
  ) throws -> ReportData.Maps? {
    guard let least = values.least, let greatest = values.greatest else { return nil }
    let name = "op\(step.index)_out\(output.position)"
    let layer = try folder.writePicture(
      maps.picture(.viridis) { _ in least...greatest }, "\(name).png")
    let channel =
      maps.channels > 1
      ? try folder.writePicture(maps.picture(.viridis) { maps.ranges[$0] }, "\(name)_channels.png") : nil
    let difference = try differencePicture(output, real, row, name)
    return ReportData.Maps(
      channels: maps.channels, columns: maps.columns, width: maps.width, height: maps.height,
      reduction: maps.reduction, layer: layer, channel: channel, difference: difference?.file,
      difference_limit: difference?.limit,
      ranges: maps.ranges.map { range in
        Absent(wrappedValue: range.map { [Self.short($0.lowerBound), Self.short($0.upperBound)] })
      })
  }

  /// What was computed minus what the reference has; nil where they are the same.
  private func differencePicture(
    _ output: Trace.Activation, _ real: RealValues, _ row: Comparison.Row?, _ name: String
  ) throws -> (file: String, limit: Double)? {
    guard let row, row.accumulated.differing > 0, let reference = comparison?.expected[output.tensorIndex] else {
      return nil
    }
    let expected = RealValues(reference.values, reference.quantization)
    guard expected.count == real.count else { return nil }
    let differences = (0..<real.count).lazy.map { position -> Double in
      let (value, other) = (real[position], expected[position])
      return value == other ? 0 : value - other
    }
    let limit = differences.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
    guard limit > 0, let maps = FeatureMaps(differences, shape: output.values.shape) else { return nil }
    let file = try folder.writePicture(maps.picture(.difference) { _ in -limit...limit }, "\(name)_difference.png")
    return (file, limit)
  }

  /// Four digits are enough for a label. Those of the greatest numbers are rounded to what JSON does not have.
  private static func short(_ value: Double) -> Double {
    guard let short = Double(String(format: "%.4g", value)), short.isFinite else { return value }
    return short
  }
}
