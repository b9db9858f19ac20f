import Foundation
import TFLiteModelManager
import TFLiteVision

// Bundle.module in a package of your own.
let folder = Bundle.main.resourceURL ?? URL(filePath: ".")
let bundled = try LocalModel(foundAt: folder.appending(path: "detector").path)

let index = IndexModelSource(URL(string: "https://example.org/models/index.json")!)
let hosted = CustomRemoteModel(name: "detector", source: index)
let manager = ModelManager.modelManager()
manager.download(hosted)

let options = ObjectDetectorOptions()
options.detectorModel = manager.localModel(for: hosted, orElse: bundled)
options.detectorMode = .singleImage
options.shouldEnableMultipleObjects = true
let detector = try ObjectDetector(options: options)
for object in try detector.results(in: VisionImage(contentsOfFile: "photo.jpg")) {
  print(object.detection.label ?? "?", object.frame)
}
