import LiteRTPythonReference
import LiteRTReference

/// TFLite's interpreter for Python: the oracle of models that the C interface does not take, which are those with state
/// tensors. Any tensor can be asked for, intermediate ones included.
enum PythonOracle {
  static let shared = python.reference

  /// With its usual kernels, for operators of which there are no reference kernels.
  static let usual = python.usual

  /// For models that may end it.
  static let apart = python.apart

  private static let python = LiteRTPython(packageRoot: TestEnvironment.packageRoot.path, limit: 60)
}
