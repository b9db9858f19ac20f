/// The specification of RFFT2D: rows, then columns, in double; then real and imaginary parts in their places.
///
/// Source: `tflite/kernels/rfft2d.cc`; Ooura's `fftsg2d.c`, rdft2d.
extension RFFT2D {
  func runReference(_ call: OperatorCall) {
    let input = call.input(0, as: Float.self)
    let output = call.output(0, as: Float.self)
    let matrix = call.scratch.bindMemory(to: Double.self, capacity: height * rowLength + 2 * height)
    let column = UnsafeMutableRawPointer(matrix + matrixLength).bindMemory(to: ComplexDouble.self, capacity: height)
    let resultLength = 2 * height * (width / 2 + 1)
    var watch = call.stopWatch
    for slice in 0..<sliceCount {
      load(input + slice * inputHeight * inputWidth, into: matrix)
      if watch.isOver(after: height &* rowLength) { return }
      for row in 0..<height {
        tables.transform(realNumbers: matrix + row * rowLength, count: width, call.workers)
        if watch.isOver(after: 16 &* rowLength) { return }
      }
      for index in 0..<width / 2 {
        transformColumn(matrix, index, column, call.workers)
        if watch.isOver(after: 32 &* height) { return }
      }
      separate(matrix)
      reorder(matrix)
      if watch.isOver(after: height &* rowLength) { return }
      for row in 0..<height {
        let results = output + slice * resultLength + row * 2 * (width / 2 + 1)
        watch.forEachPart(of: 0..<2 * (width / 2 + 1)) { part in
          for index in part { results[index] = Float(matrix[row * rowLength + index]) }
        }
      }
    }
  }

  /// The part of the input that counts, and zeros around it.
  private func load(_ input: UnsafePointer<Float>, into matrix: UnsafeMutablePointer<Double>) {
    matrix.update(repeating: 0, count: height * rowLength)
    for row in 0..<min(height, inputHeight) {
      for column in 0..<min(width, inputWidth) {
        matrix[row * rowLength + column] = Double(input[row * inputWidth + column])
      }
    }
  }

  private func transformColumn(
    _ matrix: UnsafeMutablePointer<Double>, _ index: Int, _ column: UnsafeMutablePointer<ComplexDouble>,
    _ workers: any Workers
  ) {
    for row in 0..<height {
      column[row] = [matrix[row * rowLength + 2 * index], matrix[row * rowLength + 2 * index + 1]]
    }
    FourierTransform(elements: column, tables: tables, workers: workers).run(length: height)
    for row in 0..<height {
      matrix[row * rowLength + 2 * index] = column[row].x
      matrix[row * rowLength + 2 * index + 1] = column[row].y
    }
  }

  /// Takes the two real transforms apart that are the first column's real and imaginary parts.
  private func separate(_ matrix: UnsafeMutablePointer<Double>) {
    for row in 1..<max(1, height / 2) {
      let (above, below) = (matrix + row * rowLength, matrix + (height - row) * rowLength)
      below[0] = 0.5 * (above[0] - below[0])
      above[0] -= below[0]
      below[1] = 0.5 * (above[1] + below[1])
      above[1] -= below[1]
    }
  }

  /// Moves the numbers of the highest frequency behind the others, mirrors the first column and the last, and turns signs
  /// of imaginary parts.
  private func reorder(_ matrix: UnsafeMutablePointer<Double>) {
    let middle = height / 2
    for row in middle + 1..<max(middle + 1, height) {
      let (below, above) = (matrix + row * rowLength, matrix + (height - row) * rowLength)
      let (real, imaginary) = (below[0], below[1])
      (below[width], below[width + 1]) = (imaginary, real)
      (above[width], above[width + 1]) = (imaginary, -real)
      (below[0], below[1]) = (above[0], -above[1])
    }
    let highest = matrix[1]
    let row = matrix + middle * rowLength
    matrix[width + 1] = 0
    matrix[1] = 0
    row[width] = row[1]
    row[width + 1] = 0
    row[1] = 0
    matrix[width] = highest
    for row in 0..<height {
      for index in stride(from: 1, to: rowLength, by: 2) {
        matrix[row * rowLength + index] = -matrix[row * rowLength + index]
      }
    }
  }
}
