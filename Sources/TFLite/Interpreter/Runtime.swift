/// What runs models.
public enum Runtime {
  /// The version of this package, as semantic versioning writes it. The arithmetic is that of TFLite in LiteRT 2.1.6.
  public static var version: String { "1.0.0" }
}
