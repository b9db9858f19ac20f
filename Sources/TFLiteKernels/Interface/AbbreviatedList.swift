extension [Int] {
  /// The numbers as errors show them: the first ones of a list that a file may make as long as it likes.
  var abbreviated: String {
    count <= 16 ? "\(self)" : "\(Array(prefix(16))) and \(count - 16) more"
  }
}
