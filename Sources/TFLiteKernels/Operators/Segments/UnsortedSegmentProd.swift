/// UNSORTED_SEGMENT_PROD: the products of the slices of each segment, element by element.
///
/// Inputs: a tensor; the segment of each slice, int32, whose shape the tensor's begins with; the number of segments, one
/// int32. Output: [segments, ...], of the tensor's type; a segment without slices holds 1. Negative segments are left out,
/// one that is too large is an error when the model runs. Integers wrap around.
///
/// Source: `tflite/kernels/unsorted_segment.cc`.
enum UnsortedSegmentProdOperator: OperatorDefinition {
  static let kernels: [KernelDeclaration] = [.plain(.float32, .int32)]

  static func prepare(_ context: OperatorContext) throws -> any PreparedOperator {
    try context.prepareUnsortedSegments(Rule.self)
  }

  private enum Rule: SegmentRule {
    static func initial<Element: ArithmeticElement>(_ element: Element.Type) -> Element { 1 }
    static func combine<Element: ArithmeticElement>(_ result: Element, _ element: Element) -> Element {
      result.times(element)
    }
  }
}
