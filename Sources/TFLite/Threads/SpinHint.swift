#if arch(x86_64)
import Builtin
#endif

/// Lets a thread that looks at memory again and again take less from the other thread of its core.
@inline(__always) func spinHint() {
  #if arch(x86_64)
  Builtin.int_x86_sse2_pause()
  #endif
}
