import TFLiteSchema

extension ModelSketch {
  /// A classifier of pictures of one pixel: the scores of its three classes are red, green and blue.
  package static func classifier() -> ModelSketch {
    var sketch = ModelSketch()
    let picture = sketch.tensor("picture", [1, 1, 1, 3], scale: [1.0 / 256])
    let shape = sketch.plain("shape", [2], .int32, data: [UInt8]([1, 3] as [Int32]))
    let scores = sketch.tensor("scores", [1, 3], scale: [1.0 / 256])
    sketch.step(OperatorCode(.reshape), inputs: [picture, shape], outputs: [scores])
    sketch.graph.inputs = [picture]
    sketch.graph.outputs = [scores]
    return sketch
  }
}
