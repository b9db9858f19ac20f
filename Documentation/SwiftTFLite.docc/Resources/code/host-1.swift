import Foundation
import TFLiteModelManager
import TFLiteVision

// Bundle.module in a package of your own.
let folder = Bundle.main.resourceURL ?? URL(filePath: ".")
let bundled = try LocalModel(foundAt: folder.appending(path: "detector").path)

let options = ObjectDetectorOptions()
options.detectorModel = bundled
options.detectorMode = .singleImage
options.shouldEnableMultipleObjects = true
let detector = try ObjectDetector(options: options)
for object in try detector.results(in: VisionImage(contentsOfFile: "photo.jpg")) {
  print(object.detection.label ?? "?", object.frame)
}
