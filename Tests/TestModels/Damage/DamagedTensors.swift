import TFLiteFlatBuffers
import TFLiteSchema
import TestRandomness

extension SeededGenerator {
  mutating func damageTensor(of model: inout Model, in subgraph: Int) {
    let tensors = model.subgraphs[subgraph].tensors
    guard !tensors.isEmpty else { return }
    let index = int(0...tensors.count - 1)
    var tensor = tensors[index]
    var data = model.constantData(of: tensor)?.withUnsafeBytes { Array($0) }
    switch int(0...8) {
    case 0, 1: damageDimension(of: &tensor)
    case 2: tensor.shape.insert(pick([0, 1, 2]), at: int(0...tensor.shape.count))
    case 3: if !tensor.shape.isEmpty { tensor.shape.remove(at: int(0...tensor.shape.count - 1)) }
    case 4: tensor.type = pick(TensorType.allCases.filter { $0.bitWidth != nil })
    case 5: damageQuantization(of: &tensor)
    case 6:
      guard !model.subgraphs[subgraph].operators.contains(where: { $0.outputs.contains(Int32(index)) }) else { return }
      tensor.isVariable = data == nil && chance(0.2)
      data = data == nil && !tensor.isVariable ? [] : nil
      model.subgraphs[subgraph].inputs.removeAll { $0 == index }
      if data == nil, !tensor.isVariable { model.subgraphs[subgraph].inputs.append(Int32(index)) }
    default: data = data.map { damagedElements($0, of: tensor.type) }
    }
    if tensor.sparsity == nil { setConstantData(data, of: &tensor, in: &model) }
    model.subgraphs[subgraph].tensors[index] = tensor
  }

  private mutating func damageDimension(of tensor: inout TensorInfo) {
    guard !tensor.shape.isEmpty else { return tensor.shape.append(Int32(int(0...2))) }
    let index = int(0...tensor.shape.count - 1)
    tensor.shape[index] = pick([0, 1, 2, 3, 7, 64, tensor.shape[index] &+ 1, tensor.shape[index] / 2])
    if chance(0.2) {
      tensor.shapeSignature = tensor.shape
      tensor.shapeSignature[index] = -1
    }
  }

  private mutating func damageQuantization(of tensor: inout TensorInfo) {
    var quantization = tensor.quantization ?? Quantization()
    if chance(0.1) { quantization.details = nil }
    var count = int(0...1)
    if !tensor.shape.isEmpty, chance(0.3) {
      let dimension = int(0...tensor.shape.count - 1)
      quantization.quantizedDimension = Int32(dimension)
      count = min(max(Int(tensor.shape[dimension]), 0), 64)
    }
    let scales: [Float] = [0.5, 0.0078125, 1, 1e-30, 3e38]
    let (scale, other) = (pick(scales), pick(scales))
    quantization.scale = (0..<count).map { _ in chance(0.9) ? scale : other }
    let zeroPoint: Int64 = pick([0, 0, 1, 127, chance(0.1) ? -1 : 0])
    quantization.zeroPoint = quantization.scale.map { _ in zeroPoint }
    tensor.quantization = quantization
  }

  /// Gives a few elements values that nobody expects: integers that mean sizes, places and axes, or floats at the end of
  /// their range and beyond.
  private mutating func damagedElements(_ bytes: [UInt8], of type: TensorType) -> [UInt8] {
    let values: [[UInt8]]
    switch type {
    case .int32, .uint32, .int64, .uint64:
      let size = (type.bitWidth ?? 32) / 8
      values = [-1, 0, 1, 2, 3, -2, 5, 100, Int(Int32.min), Int(Int32.max), .min, .max].map {
        Array(littleEndian($0).prefix(size))
      }
    case .float32:
      values = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -3e38, .leastNonzeroMagnitude, -0.0 as Float].map
      {
        littleEndian($0.bitPattern)
      }
    case .float64:
      values = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0 as Double].map {
        littleEndian($0.bitPattern)
      }
    // Infinity, what is not a number, and the largest number.
    case .float16: values = [0x7c00, 0xfc00, 0x7e00, 0x7bff as UInt16].map { littleEndian($0) }
    case .bfloat16: values = [0x7f80, 0xff80, 0x7fc0, 0x7f7f as UInt16].map { littleEndian($0) }
    case .int16, .uint16: values = [0, 0x7fff, 0x8000, 0xffff as UInt16].map { littleEndian($0) }
    default: values = [[0], [1], [0x7f], [0x80], [0xff]]
    }
    var bytes = bytes
    guard let size = values.first?.count, bytes.count >= size else { return bytes }
    for _ in 0..<int(1...3) {
      let start = int(0...bytes.count / size - 1) * size
      bytes.replaceSubrange(start..<start + size, with: pick(values))
    }
    return bytes
  }

  private func littleEndian<Value: BitwiseCopyable>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value) { Array($0) }
  }

  /// Gives the tensor the data, with as many bytes as its shape asks for if they can be had. Other tensors keep theirs.
  private func setConstantData(_ data: [UInt8]?, of tensor: inout TensorInfo, in model: inout Model) {
    let buffer = tensor.buffer
    let users = model.subgraphs.reduce(0) { $0 + $1.tensors.count { $0.buffer == buffer } }
    let isOwn = buffer != 0 && users == 1
    guard var bytes = data else {
      if isOwn { model.buffers[Int(buffer)] = Buffer() }
      tensor.buffer = 0
      return
    }
    if let count = tensor.byteCount, count <= 1 << 16 {
      bytes = Array(bytes.prefix(count)) + Array(repeating: 1, count: max(0, count - bytes.count))
    }
    if isOwn {
      model.buffers[Int(buffer)] = Buffer(data: ByteSlice(bytes))
    } else {
      tensor.buffer = UInt32(model.buffers.count)
      model.buffers.append(Buffer(data: ByteSlice(bytes)))
    }
  }
}
