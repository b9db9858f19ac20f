import TFLiteMicrokernels

/// Convolutions of the same images with packed filters, whose results lie side by side in one output: the groups of a
/// grouped convolution, or a single one.
struct VectorConvolution: Sendable {
  let parts: [Part]
  let batches: Int
  /// The distance of two images in the input and in the output, in elements.
  let inputImageSize: Int
  let outputImageSize: Int
  /// Output pixels of one image, the same for all parts.
  let pixelCount: Int
  private var split: WorkSplit

  /// Fewer products than these are not worth another thread.
  static let productsWorthSharing = 100_000
  /// A chunk has at least so many pixels, or the tiles do worse.
  static let leastPixels = 16

  struct Part: Sendable {
    let filter: PackedFilter
    let shape: Microkernels.ConvolutionShape
    /// Where in an image the part starts to read and to write, in elements.
    let inputOffset: Int
    let outputOffset: Int
  }

  init(parts: [Part], batches: Int, inputImageSize: Int, outputImageSize: Int, pixelCount: Int) {
    self.parts = parts
    self.batches = batches
    self.inputImageSize = inputImageSize
    self.outputImageSize = outputImageSize
    self.pixelCount = pixelCount
    split = Self.split(parts[0], pixels: batches * pixelCount, productsWorthSharing: Self.productsWorthSharing)
  }

  /// The same convolution, shared out only where each thread has so many products.
  func shared(withProducts count: Int) -> VectorConvolution {
    var convolution = self
    convolution.split = Self.split(parts[0], pixels: batches * pixelCount, productsWorthSharing: count)
    return convolution
  }

  private static func split(_ part: Part, pixels: Int, productsWorthSharing: Int) -> WorkSplit {
    let shape = part.shape
    return WorkSplit(
      rows: pixels, columns: part.filter.panelCount,
      minimumWork: productsWorthSharing / (shape.kernelHeight * shape.kernelWidth * shape.channels * 64),
      minimumRows: leastPixels, scratchPerChunk: part.filter.tiles.convolutionScratchByteCount(shape))
  }

  var scratchByteCount: Int { split.scratchByteCount }

  /// - Parameters:
  ///   - addend: what is added to results that are floats.
  ///   - operations: what is fused into the convolution.
  ///   - zeroPoint: what padding holds in each image.
  func run(
    _ call: OperatorCall, input: UnsafeRawPointer, output: UnsafeMutableRawPointer,
    addend: Microkernels.Addend? = nil, then operations: [any PostOperation] = [], zeroPoint: (_ image: Int) -> Int32
  ) {
    let inputSize = parts[0].filter.activationSize
    let resultSize = parts[0].filter.resultSize
    let pixelByteCount = parts[0].shape.outputPixelStride * resultSize
    split.run(call, then: operations, output: output, rowByteCount: pixelByteCount) { pixels, panels, scratch in
      pixels.forEachImage(of: pixelCount) { image, some in
        // Not copied: to count the references of each would take as long as some small convolutions.
        for index in parts.indices {
          let offset = (image * outputImageSize + parts[index].outputOffset) * resultSize
          parts[index].filter.convolve(
            parts[index].shape, input: input + (image * inputImageSize + parts[index].inputOffset) * inputSize,
            zeroPoint: zeroPoint(image), addend: addend.map { ($0.values + offset, $0.lower, $0.upper) },
            output: output + offset,
            pixels: some, panels: panels, scratch: scratch)
        }
      }
    }
  }
}

extension VectorConvolution {
  /// The product of a matrix's rows and packed columns.
  init(rows: Int, depth: Int, columns: Int, filter: PackedFilter) {
    self.init(
      parts: [
        Part(
          filter: filter, shape: Microkernels.matrix(rows: rows, depth: depth, columns: columns), inputOffset: 0,
          outputOffset: 0)
      ], batches: 1, inputImageSize: rows * depth, outputImageSize: rows * columns, pixelCount: rows)
  }
}

extension Microkernels {
  /// The product of a matrix's rows and packed columns, as a convolution of the pixels of a single image row.
  static func matrix(rows: Int, depth: Int, columns: Int) -> ConvolutionShape {
    (
      inputHeight: 1, inputWidth: rows, inputRowStride: rows * depth, inputPixelStride: depth, channels: depth,
      kernelHeight: 1, kernelWidth: 1, strideHeight: 1, strideWidth: 1, dilationHeight: 1, dilationWidth: 1,
      paddingTop: 0, paddingLeft: 0, outputWidth: rows, outputRowStride: rows * columns, outputPixelStride: columns
    )
  }
}
