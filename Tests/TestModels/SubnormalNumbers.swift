import Foundation

/// Runs `body` with subnormal numbers flushed to zero, operands and results, where this machine has a way to.
package func withSubnormalNumbersFlushed<Result>(_ body: () throws -> Result) rethrows -> Result {
  #if os(Linux) && (arch(x86_64) || arch(arm64))
  var caller = fenv_t()
  fegetenv(&caller)
  defer { fesetenv(&caller) }
  var flushing = caller
  #if arch(x86_64)
  flushing.__mxcsr |= 0x8040
  #else
  flushing.__fpcr |= 1 << 24
  #endif
  fesetenv(&flushing)
  #endif
  return try body()
}
