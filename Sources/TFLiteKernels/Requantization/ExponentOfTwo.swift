import TFLiteElementaryFunctions

/// The binary logarithm of a scale that is a power of two, give or take a thousandth of the logarithm.
///
/// Source: `tflite/kernels/internal/quantization_util.cc`, CheckedLog2.
func exponentOfTwo(_ scale: Float) -> Int32? {
  let logarithm = ElementaryFunctions.log(scale) * (1 / ElementaryFunctions.log(2))
  let rounded = logarithm.rounded(.toNearestOrAwayFromZero)
  return abs(logarithm - rounded) < 1e-3 ? Int32(rounded) : nil
}
