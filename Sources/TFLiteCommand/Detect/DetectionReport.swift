import TFLiteVision

/// How results reach the reader of standard output, one picture after the other.
protocol DetectionReport: AnyObject {
  func begin()
  func add(_ outcome: DetectionOutcome)
  func add(failure: String, of path: String)
  func end()
}
