/// FULLY_CONNECTED in float32 on vectors.
enum VectorFloatFullyConnected: Sendable {
  /// On the tiles of an instruction set, which want weights that are constant and finite.
  case tiles(VectorConvolution)
  /// On panels of eight units: those of constant weights; nil packs them in every run.
  case panels(FloatPanels?)

  /// nil where plain loops are asked for.
  init?(_ context: OperatorContext, _ layer: FloatLayer) {
    guard let kernels = context.microkernels?.floatConvolution else { return nil }
    guard layer.rows > 0, let constant = context.constantFloatFilter() else {
      let weights = context.optionalInput(1)?.constantFloats
      self = .panels(
        weights?.withUnsafeBufferPointer {
          $0.baseAddress.map { FloatPanels(depth: layer.depth, columns: layer.units, columnsAt: $0) }
        })
      return
    }
    let filter = PackedFilter(
      kernels, weights: constant.weights.packedFloats(kernels, columns: layer.units, depth: layer.depth),
      columns: layer.units, bias: constant.biasElements(), range: layer.range, numerics: context.numerics)
    self = .tiles(VectorConvolution(rows: layer.rows, depth: layer.depth, columns: layer.units, filter: filter))
  }

  var scratchByteCount: Int { if case .tiles(let tiles) = self { tiles.scratchByteCount } else { 0 } }
}

extension FloatFullyConnected {
  func run(_ call: OperatorCall, _ vector: VectorFloatFullyConnected) {
    switch vector {
    case .tiles(let tiles): tiles.run(call, input: call.inputBytes(0), output: call.outputBytes(0))
    case .panels(let constant):
      let panels =
        constant
        ?? FloatPanels(depth: layer.depth, columns: layer.units, columnsAt: call.input(1), call.workers)
      let bias = call.optionalInput(2, as: Float.self)
      call.workers.forEachRange(of: layer.rows) { rows in
        panels.multiply(rows: rows, of: call.input(0), into: call.output(0), numerics) { sums, units in
          layer.range.clamp(sums + SIMD8(loading: units.count, from: bias.map { $0 + units.lowerBound }))
        }
      }
    }
  }
}
