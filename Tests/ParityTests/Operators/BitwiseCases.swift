import TFLiteSchema

extension ParityRow {
  /// Operators on bits. The C library has no reference kernels of them, only the one that both resolvers would share.
  static let bitwise: [ParityRow] =
    [TensorType.uint8, .int8, .uint16, .int16, .uint32, .int32].flatMap { type in
      [
        ParityRow("BITWISE_XOR", "\(type)".lowercased(), reference: .onlyKernels) {
          $0.bitwise(.bitwiseXor, BitwiseXorOptions(), type)
        },
        ParityRow("RIGHT_SHIFT", "\(type)".lowercased(), distinct: 50, reference: .onlyKernels) {
          $0.bitwise(.rightShift, RightShiftOptions(), type)
        },
      ]
    }
}

extension SplitMix64 {
  fileprivate mutating func bitwise(
    _ code: BuiltinOperator, _ options: any OperatorOptions, _ type: TensorType
  ) -> OperatorCase {
    let shapes = broadcastShapes()
    let width = type.bitWidth ?? 8
    func operand(_ shape: [Int], isShift: Bool, _ random: inout SplitMix64) -> TensorSketch {
      // Shifts by more bits than there are, and by fewer than none, are clamped.
      let bytes = (0..<shape.elementCount).flatMap { _ in
        littleEndianBytes(isShift ? UInt64(bitPattern: Int64(random.int(-2...width + 3))) : random.next())
          .prefix(width / 8)
      }
      return TensorSketch(type: type, shape: shape, bytes: bytes)
    }
    var made = OperatorCase(
      code: code, options: options,
      inputs: [
        operand(shapes.left, isShift: false, &self), operand(shapes.right, isShift: code == .rightShift, &self),
      ],
      outputs: [TensorSketch(type: type, shape: shapes.output)])
    makeOneConstant(&made)
    spoilPair(&made)
    return made
  }
}
