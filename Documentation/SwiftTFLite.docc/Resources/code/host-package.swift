// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Scanner",
  dependencies: [.package(path: "../swift-tflite")],
  targets: [
    .executableTarget(
      name: "Scanner",
      dependencies: [
        .product(name: "TFLiteVision", package: "swift-tflite"),
        .product(name: "TFLiteModelManager", package: "swift-tflite"),
      ],
      resources: [.copy("detector")])
  ]
)
