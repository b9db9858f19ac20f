import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

let model = try Model(contentsOfFile: "ssd.tflite")
let detector = try Detector(model: model)
let photo = try Image(contentsOfFile: "street.png")
let found = try detector.detect(in: photo, scoreThreshold: 0.5)
for object in found.detections {
  print(object.label ?? "?", object.score, object.box)
}
