import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import TestRandomness

extension FuzzTarget {
  /// Changes what the bytes say, rather than the bytes: a model stays one that can be read, so that its operators have to
  /// see what is wrong.
  ///
  /// - Returns: nil where the bytes say nothing that could be changed.
  package func mutated(_ bytes: [UInt8], seed: UInt64) -> [UInt8]? {
    guard self == .model, var model = try? Model(ByteSlice(bytes)) else { return nil }
    var random = SeededGenerator(seed: seed)
    random.damage(&model)
    return try? model.serialized()
  }
}
