/// UNSORTED_SEGMENT_MIN: the smallest elements of the slices of each segment, element by element.
///
/// Inputs: a tensor; the segment of each slice, int32, whose shape the tensor's begins with; the number of segments, one
/// int32. Output: [segments, ...], of the tensor's type; a segment without slices holds the highest finite numbers. Negative segments are left out,
/// one that is too large is an error when the model runs.
///
/// Source: `tflite/kernels/unsorted_segment.cc`.
enum UnsortedSegmentMinOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareUnsortedSegments(Rule.self)
  }

  private enum Rule: SegmentRule {
    static func initial<Element: ArithmeticElement>(_ element: Element.Type) -> Element { .highest }
    static func combine<Element: ArithmeticElement>(_ result: Element, _ element: Element) -> Element {
      element < result ? element : result
    }
  }
}
