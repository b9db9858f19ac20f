#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
// The operations that the loops are written in, as far as they read the same for vectors of any width. The others have
// the same names in each set's own file. Traps: see the README of these folders.
import Builtin

/// Reads the bits of `value` as another type of the same size.
@inline(__always) func cast<Source, Target>(_ value: Source, to: Target.Type) -> Target {
  unsafeBitCast(value, to: Target.self)
}

/// Parts as one vector. They need not lie where it could: in a debug build, where nothing is specialized, `cast` would load
/// it from there, which x86-64 does not let it. (On arm64 it may, and what is taken through memory has come out wrong.)
@inline(__always) func join<Parts, Whole: BitwiseCopyable>(_ parts: Parts, to: Whole.Type) -> Whole {
  #if arch(x86_64)
  withUnsafeBytes(of: parts) { $0.loadUnaligned(as: Whole.self) }
  #else
  unsafeBitCast(parts, to: Whole.self)
  #endif
}

/// The number in every lane.
@inline(__always) func floats(_ value: Float) -> FloatVector { FloatVector(repeating: value) }

/// The number in every lane.
@inline(__always) func doubles(_ value: Double) -> DoubleVector { DoubleVector(repeating: value) }

/// 0, 1, 2 …: each lane's number.
@inline(__always) func laneNumbers() -> Int32Vector {
  var numbers = Int32Vector()
  for i in 0..<Int32Vector.scalarCount { numbers[i] = Int32(truncatingIfNeeded: i) }
  return numbers
}

// MARK: Shifts

@inline(__always) func shiftRight(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.generic_ashr(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

@inline(__always) func shiftRightLogical(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.generic_lshr(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

@inline(__always) func shiftLeft(_ a: Int64Vector, by count: Int64) -> Int64Vector {
  cast(Builtin.generic_shl(a._storage._value, Int64Vector(repeating: count)._storage._value), to: Int64Vector.self)
}

/// Arithmetic, by a count in 0...31 for each lane.
@inline(__always) func shiftRight(_ a: Int32Vector, by counts: Int32Vector) -> Int32Vector {
  cast(Builtin.generic_ashr(a._storage._value, counts._storage._value), to: Int32Vector.self)
}

/// By a count in 0...31 for each lane.
@inline(__always) func shiftLeft(_ a: Int32Vector, by counts: Int32Vector) -> Int32Vector {
  cast(Builtin.generic_shl(a._storage._value, counts._storage._value), to: Int32Vector.self)
}

/// -1 in each negative lane, else 0.
@inline(__always) func signs(_ a: Int32Vector) -> Int32Vector { shiftRight(a, by: Int32Vector(repeating: 31)) }

// MARK: Logic

@inline(__always) func and(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.generic_and(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func and(_ a: Int64Vector, _ b: Int64Vector) -> Int64Vector {
  cast(Builtin.generic_and(a._storage._value, b._storage._value), to: Int64Vector.self)
}

@inline(__always) func or(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.generic_or(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func xor(_ a: Int32Vector, _ b: Int32Vector) -> Int32Vector {
  cast(Builtin.generic_xor(a._storage._value, b._storage._value), to: Int32Vector.self)
}

@inline(__always) func or(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(or(cast(a, to: Int32Vector.self), cast(b, to: Int32Vector.self)), to: ByteVector.self)
}

@inline(__always) func xor(_ a: ByteVector, _ b: ByteVector) -> ByteVector {
  cast(Builtin.generic_xor(a._storage._value, b._storage._value), to: ByteVector.self)
}

// MARK: Memory

/// Writes the first `count` floats, and no other.
@inline(__always) func storeFloats(_ values: FloatVector, to address: UnsafeMutableRawPointer, count: Int) {
  if count == FloatVector.scalarCount {
    address.storeBytes(of: values, as: FloatVector.self)
  } else {
    storeBytes(cast(values, to: ByteVector.self), to: address, count: 4 &* count)
  }
}

// MARK: Comparison

/// The greater, or b where either is not a number.
@inline(__always) func maximum(_ a: FloatVector, _ b: FloatVector) -> FloatVector { select(b .< a, a, b) }

/// The lesser, or b where either is not a number.
@inline(__always) func minimum(_ a: FloatVector, _ b: FloatVector) -> FloatVector { select(a .< b, a, b) }

/// 0 where a is not a number.
@inline(__always) func replaceNaN(_ a: FloatVector) -> FloatVector { select(a .== a, a, FloatVector()) }

/// a without its sign.
@inline(__always) func absolute(_ a: FloatVector) -> FloatVector {
  cast(and(cast(a, to: Int32Vector.self), Int32Vector(repeating: .max)), to: FloatVector.self)
}

/// a with the other sign, whatever it is.
@inline(__always) func negated(_ a: FloatVector) -> FloatVector {
  cast(xor(cast(a, to: Int32Vector.self), Int32Vector(repeating: .min)), to: FloatVector.self)
}

/// a, which has no sign, with the sign of b.
@inline(__always) func copySign(_ a: FloatVector, of b: FloatVector) -> FloatVector {
  let sign = and(cast(b, to: Int32Vector.self), Int32Vector(repeating: .min))
  return cast(or(cast(a, to: Int32Vector.self), sign), to: FloatVector.self)
}

/// The largest element; none may be not a number.
///
/// Floats are compared as integers in the same order: a reduction of floats would go from element to element.
@inline(__always) func largest(_ a: FloatVector) -> Float {
  let bits = cast(a, to: Int32Vector.self)
  let result = largest(xor(bits, and(signs(bits), Int32Vector(repeating: .max))))
  return Float(bitPattern: UInt32(bitPattern: result ^ (result &>> 31 & .max)))
}
#endif
