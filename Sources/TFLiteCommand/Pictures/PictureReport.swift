/// How results reach the reader of standard output, one picture after the other.
protocol PictureReport<Result>: AnyObject {
  /// What a model says about a picture.
  associatedtype Result: TimedResult

  func begin()
  func add(_ outcome: PictureOutcome<Result>)
  func add(failure: String, of path: String)
  func end()
}
