import Foundation
import TFLiteFlatBuffers
import TFLiteSchema

var model = try Model(contentsOfFile: "good.tflite")
let graph = model.subgraphs[0]
let weights = graph.tensors[Int(graph.operators[12].inputs[1])]
var bytes = Array(model.constantData(of: weights)!.withUnsafeBytes { $0 })
for position in stride(from: 0, to: bytes.count, by: 16) { bytes[position] ^= 0x80 }
model.buffers[Int(weights.buffer)].data = ByteSlice(bytes)
try Data(model.serialized()).write(to: URL(filePath: "damaged.tflite"))
