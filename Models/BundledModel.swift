/// A model that comes with the package, trained by this project: `Models/training` makes it anew.
public enum BundledModel: String, CaseIterable, Sendable {
  /// Finds QR codes, Data Matrix codes, Aztec codes, PDF417 codes and linear barcodes in photographs of 384 × 384 pixels.
  case codeDetector = "code_detector"
  /// Tells the symbology of a cropped code of 256 × 256 pixels.
  case codeSymbology = "code_symbology"

  /// The .tflite file.
  ///
  /// - Throws: ``BundledModelsError``, where the package's models are not where the program can find them.
  public func modelPath() throws(BundledModelsError) -> String { try path(of: "model.tflite") }

  /// The AutoML manifest beside it, which names the model and its labels.
  ///
  /// - Throws: ``BundledModelsError``, where the package's models are not where the program can find them.
  public func manifestPath() throws(BundledModelsError) -> String { try path(of: "manifest.json") }

  /// The names of its classes, one a line.
  ///
  /// - Throws: ``BundledModelsError``, where the package's models are not where the program can find them.
  public func labelsPath() throws(BundledModelsError) -> String { try path(of: "dict.txt") }

  private func path(of file: String) throws(BundledModelsError) -> String {
    try BundledFiles.path(of: "\(rawValue)/\(file)")
  }
}
