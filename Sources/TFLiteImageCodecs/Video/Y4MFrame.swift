extension Image {
  /// Decodes the samples of a YUV4MPEG2 frame. Chroma is not interpolated.
  ///
  /// - Parameters:
  ///   - samples: as many bytes as the header says that a frame has: luma, then both planes of chroma.
  ///   - isInterlaced: whether the rows are those of two fields in turn. Two rows that share chroma are two of the same
  ///     field, then.
  init(y4m samples: [UInt8], _ header: Y4MHeader, isInterlaced: Bool) throws(ImageError) {
    let bytes = header.colorSpace.depth > 8 ? Self.highBytes(samples, depth: header.colorSpace.depth) : samples
    guard bytes.count == header.colorSpace.sampleCount(width: header.width, height: header.height) else {
      throw .wrongByteCount(expected: header.frameBytes, actual: samples.count)
    }
    let conversion = YUVConversion(header.isFullRange ? .jpeg : .video)
    let chroma = header.colorSpace.chromaSize(width: header.width, height: header.height)
    let rgb = try [UInt8](uninitialized: header.width * header.height * 3) { rgb in
      bytes.withUnsafeBufferPointer { bytes in
        guard var to = rgb.baseAddress, let luma = bytes.baseAddress else { return }
        let u = luma + header.width * header.height
        let v = u + chroma.width * chroma.height
        for y in 0..<header.height {
          let row = luma + y * header.width
          guard let subsampling = header.colorSpace.subsampling else {
            for x in 0..<header.width {
              conversion.convert(row[x], 128, 128, to)
              to += 3
            }
            continue
          }
          let chromaRow = subsampling.chromaRow(y, isInterlaced: isInterlaced, height: chroma.height) * chroma.width
          // Powers of two.
          let shift = subsampling.horizontal.trailingZeroBitCount
          for x in 0..<header.width {
            conversion.convert(row[x], u[chromaRow + x >> shift], v[chromaRow + x >> shift], to)
            to += 3
          }
        }
      }
    }
    self.init(width: header.width, height: header.height, rgb: rgb)
  }

  /// The eight most significant bits of samples of two bytes. A sample that is larger than its depth allows is white.
  private static func highBytes(_ samples: [UInt8], depth: Int) -> [UInt8] {
    (0..<samples.count / 2).map { index in
      UInt8(clamping: (Int(samples[2 * index + 1]) << 8 | Int(samples[2 * index])) >> (depth - 8))
    }
  }
}

extension Y4MColorSpace {
  /// The samples of a frame.
  fileprivate func sampleCount(width: Int, height: Int) -> Int {
    frameBytes(width: width, height: height) / (depth > 8 ? 2 : 1)
  }
}

extension Y4MColorSpace.Subsampling {
  /// The row of chroma that belongs to a row of pixels.
  ///
  /// - Parameter height: the rows of chroma; with an odd number of rows, one field has fewer.
  func chromaRow(_ y: Int, isInterlaced: Bool, height: Int) -> Int {
    guard isInterlaced, vertical > 1 else { return y / vertical }
    let field = y % 2
    return min(y / 2 / vertical * 2 + field, height - 1)
  }
}
