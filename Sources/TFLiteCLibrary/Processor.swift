// What the package expects of every processor that it is compiled for. Tests/PackageTests/ProcessorTests.swift holds it.
#if _endian(big)
#error("numbers of a file are used where they lie, little-endian: no big-endian processor can run this package")
#endif
#if !_pointerBitWidth(_64)
#error("sizes and offsets of tensors are computed in 64 bits: no 32-bit processor can run this package")
#endif
