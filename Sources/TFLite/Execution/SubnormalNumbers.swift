import TFLiteCLibrary

/// How the processor treats subnormal numbers, those too small for a full fraction.
///
/// TFLite's interpreter flushes them to zero, operands and results, while a model runs; to give the same bits, and
/// because some processors are slow with them, so does this one. Source: `tflite/core/interpreter.cc`, Invoke
/// (ruy::ScopedSuppressDenormals).
enum SubnormalNumbers {
  /// Runs `body` with subnormal numbers flushed to zero on the calling thread.
  static func flushed<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var caller = fenv_t()
    guard fegetenv(&caller) == 0 else { return try body() }
    defer { fesetenv(&caller) }
    flush()
    return try body()
  }

  /// Flushes subnormal numbers to zero on the calling thread from now on.
  static func flush() {
    var environment = fenv_t()
    guard fegetenv(&environment) == 0 else { return }
    #if arch(x86_64)
    // Flush to zero, and denormals are zero.
    environment.__mxcsr |= 0x8040
    #elseif arch(arm64)
    environment.__fpcr |= 1 << 24
    #endif
    fesetenv(&environment)
  }
}
