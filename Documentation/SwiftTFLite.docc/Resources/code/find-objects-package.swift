// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Finder",
  dependencies: [.package(path: "../swift-tflite")],
  targets: [
    .executableTarget(
      name: "Finder",
      dependencies: [
        .product(name: "TFLite", package: "swift-tflite"),
        .product(name: "TFLiteVision", package: "swift-tflite"),
        .product(name: "TFLiteAnnotation", package: "swift-tflite"),
      ])
  ]
)
