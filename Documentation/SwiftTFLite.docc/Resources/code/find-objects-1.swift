import TFLiteSchema
import TFLiteVision

let model = try Model(contentsOfFile: "ssd.tflite")
let detector = try Detector(model: model)
