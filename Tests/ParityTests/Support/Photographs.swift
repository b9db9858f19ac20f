import TFLiteImageCodecs

/// Photographs of the zoo on which whole models are compared.
enum Photographs {
  static let names = [
    "tflite_support/cats_and_dogs.jpg", "coral/cat.bmp", "tflite_support/multi_objects.jpg", "coral/pets.jpg",
    "pinto/dog.jpg", "tf_examples/fox.jpg", "tflite_support/grace_hopper.jpg",
  ]

  /// The photograph as a model's input of bytes: three for each pixel, row by row.
  static func input(_ name: String, width: Int, height: Int) throws -> [UInt8] {
    try image(name).resized(toWidth: width, height: height).pixels
  }

  static func image(_ name: String) throws -> Image {
    try Image(contentsOfFile: TestEnvironment.zoo.appending(path: "images/\(name)").path)
  }
}
