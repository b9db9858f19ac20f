/// How results reach the reader of standard output, one picture after the other.
protocol PictureReport<Outcome>: AnyObject {
  /// What came of one picture.
  associatedtype Outcome

  func begin()
  func add(_ outcome: Outcome)
  func add(failure: String, of path: String)
  func end()
}
