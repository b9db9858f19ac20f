extension Collection<Int> {
  /// The numbers as errors show them: the first ones of a list that a file may make as long as it likes.
  var abbreviated: String {
    count <= 16
      ? "\(Array(self))" : "[\(prefix(16).map(String.init).joined(separator: ", ")), …], \(count) numbers"
  }
}
