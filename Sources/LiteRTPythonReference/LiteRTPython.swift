import TFLiteCLibrary

/// TFLite's interpreter for Python, in a process of its own.
///
/// It takes what the C interface does not: states, strings, and results whose shapes only a run tells; and it has the values
/// of any tensor, not of outputs alone.
package struct LiteRTPython: Sendable {
  /// The release that tests compare with.
  package static let pinnedVersion = "2.3.0"

  /// The Python.
  package let path: String
  /// With its reference kernels.
  package let reference: OracleProcess
  /// With its usual kernels, for operators of which there are no reference kernels.
  package let usual: OracleProcess
  /// With its reference kernels, each model in a process of its own, for models that may end it.
  package let apart: OracleProcess

  /// - Parameters:
  ///   - path: a Python that has the package ai-edge-litert; nil stands for the one that the environment variable
  ///     `LITERT_PYTHON` names, else for the one below `.build` that `Scripts/test` sets up.
  ///   - packageRoot: the folder that holds `Package.swift`.
  ///   - limit: a model that takes longer than so many seconds ends the process, and with it the test that asked for it; nil
  ///     where a model may take its time.
  package init(at path: String? = nil, packageRoot: String = ".", limit: Int? = nil) {
    let named = getenv("LITERT_PYTHON").flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
    self.path = path ?? named ?? packageRoot + "/.build/litert-python/bin/python"
    let script = String(decoding: PackageResources.tflite_oracle_py, as: UTF8.self)
    let arguments = ["-c", script] + (limit.map { ["seconds=\($0)"] } ?? [])
    reference = OracleProcess(self.path, arguments)
    usual = OracleProcess(self.path, arguments + ["builtin"])
    apart = OracleProcess(self.path, arguments + ["apart"])
  }
}
