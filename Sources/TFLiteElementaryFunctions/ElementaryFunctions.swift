/// exp, log, tanh and their kin, defined by arithmetic alone: the same bits on every platform.
///
/// Each one gives what the C library of Debian 12 gives on x86-64 (glibc 2.36, on a processor with fused multiply-add),
/// which is what TFLite's kernels call there. Algorithms and constants are that library's; a `Source:` line names its
/// file. Operations stand in its order, so that results also agree where subnormal numbers are flushed to zero.
///
/// Where that library looks at bits, so do these functions: comparisons of floats take subnormal numbers for 0 then. The
/// compiler, which does not know of it, may make a comparison of floats of `bitPattern << 1 == 0`; tests watch it.
///
/// That library computes some of these functions with fused multiply-add. Here a function has it only if results need
/// it: `exp`, `log`, `sin` and `cos` of floats do without (``cancelingProduct(_:_:_:)``), as a comparison of all 2³²
/// arguments shows. `pow`, and everything on doubles, uses `addingProduct`, which is exact on each processor, if slow on
/// one without the instruction.
package enum ElementaryFunctions {}
