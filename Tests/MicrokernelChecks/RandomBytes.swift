import TestRandomness

/// Elements as integers.
func values(_ bytes: [UInt8], _ isSigned: Bool) -> [Int32] {
  bytes.map { isSigned ? Int32(Int8(bitPattern: $0)) : Int32($0) }
}

func randomBytes(_ count: Int, using random: inout SeededGenerator) -> [UInt8] {
  (0..<count).map { _ in .random(in: 0...255, using: &random) }
}
