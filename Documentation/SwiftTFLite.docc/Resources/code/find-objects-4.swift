import TFLiteAnnotation
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

let model = try Model(contentsOfFile: "ssd.tflite")
let detector = try Detector(model: model)
detector.slicing = .automatic
let photo = try Image(contentsOfFile: "street.png")
let found = try detector.detect(in: photo, scoreThreshold: 0.5)
for object in found.detections {
  print(object.label ?? "?", object.score, object.box)
}
let boxes = found.detections.map { object in
  Annotation(
    x: object.box.x, y: object.box.y, width: object.box.width, height: object.box.height,
    label: object.label ?? "?", colorIndex: object.classIndex)
}
try photo.annotated(with: boxes).write(pngTo: "street-detected.png")
