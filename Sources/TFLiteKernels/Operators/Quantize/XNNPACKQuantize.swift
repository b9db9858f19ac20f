import TFLiteMicrokernels

/// QUANTIZE from float32 to 8 bits as XNNPACK computes it: multiplied by the scale's reciprocal, ties to even. What is not a
/// number becomes the highest value on x86-64, whose minimum of it and a number is the number, and the zero point on arm64,
/// whose conversion makes it 0.
///
/// Source: XNNPACK, `src/operators/convert-nc.c`; `src/f32-qs8-vcvt/avx512skx.c.in` and `neonv8.c.in`.
struct XNNPACKQuantize: ElementwiseOperator {
  var outputShape: [Int]
  private let factor: Float
  private let zeroPoint: Int32
  private let notANumber: Float
  /// That of the output's type.
  private let range: ClosedRange<Int32>
  /// nil where plain loops have to do.
  private let kernels: (any ElementMicrokernels.Type)?

  var path: KernelPath { kernels == nil ? .plain : .vector }
  var outputShapes: [[Int]] { [outputShape] }

  /// nil where XNNPACK leaves the operator to TFLite, and where it is not XNNPACK that is followed.
  ///
  /// Source: `tflite/delegates/xnnpack/xnnpack_delegate.cc`, VisitQuantizeNode.
  init?(_ context: OperatorContext, _ shape: [Int], _ quantization: AffineQuantization) {
    guard let architecture = context.numerics.architecture, let range = context.output(0).type.byteRange,
      shape.count <= 6, quantization.scale.isNormal, range.contains(quantization.zeroPoint)
    else { return nil }
    self.range = range
    outputShape = shape
    factor = 1 / quantization.scale
    zeroPoint = quantization.zeroPoint
    notANumber = architecture == .x86_64 ? 255 : 0
    kernels = context.microkernelsForActivation?.elements
  }

  func run(_ call: OperatorCall) {
    let count = outputShape.reduce(1, *)
    guard let kernels else { return runReference(call, count) }
    let (input, output) = (call.inputBytes(0), call.outputBytes(0))
    call.workers.forEachRange(of: count, minimumCount: 1 << 12) { part in
      kernels.quantizeToEven(
        input: input + 4 * part.lowerBound, output: output + part.lowerBound, count: part.count, factor: factor,
        zeroPoint: zeroPoint, isSigned: range == Int8.range, notANumber: notANumber)
    }
  }

  private func runReference(_ call: OperatorCall, _ count: Int) {
    let (input, output) = (call.input(0, as: Float.self), call.output(0, as: UInt8.self))
    call.forEachPart(of: 0..<count) { part in
      for index in part {
        let product = input[index] * factor
        // Within what is clamped anyway, so that nothing can overflow.
        let clamped = min(max(product.isNaN ? notANumber : product, -512), 512)
        output[index] = UInt8(Int32(clamped.rounded(.toNearestOrEven)) &+ zeroPoint, clampedTo: range)
      }
    }
  }
}
