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
      UnsafeMutableRawPointer(matrix).fill(with: 0, byteCount: 8 * height * rowLength, call.workers)
      load(input + slice * inputHeight * inputWidth, into: matrix, &watch)
      if watch.isOver(after: height &* rowLength) { return }
      for row in 0..<height {
        tables.transform(realNumbers: matrix + row * rowLength, count: width, call.workers)
        if watch.isOver(after: 16 &* rowLength) { return }
      }
      for index in 0..<width / 2 {
        transformColumn(matrix, index, column, call.workers, &watch)
        if watch.isOver(after: 16 &* height) { return }
      }
      separate(matrix, &watch)
      reorder(matrix, &watch)
      for row in 0..<height {
        if watch.isOver(after: 4) { return }
        let results = output + slice * resultLength + row * 2 * (width / 2 + 1)
        watch.forEachPart(of: 0..<2 * (width / 2 + 1)) { part in
          for index in part { results[index] = Float(matrix[row * rowLength + index]) }
        }
      }
    }
  }

  /// The part of the input that counts, into a matrix of zeros.
  private func load(
    _ input: UnsafePointer<Float>, into matrix: UnsafeMutablePointer<Double>, _ watch: inout StopWatch
  ) {
    for row in 0..<min(height, inputHeight) {
      if watch.isOver(after: 4) { return }
      for part in (0..<min(width, inputWidth)).parts {
        for column in part { matrix[row * rowLength + column] = Double(input[row * inputWidth + column]) }
        if watch.isOver(after: part.count) { return }
      }
    }
  }

  private func transformColumn(
    _ matrix: UnsafeMutablePointer<Double>, _ index: Int, _ column: UnsafeMutablePointer<ComplexDouble>,
    _ workers: any Workers, _ watch: inout StopWatch
  ) {
    // Rows are far from each other.
    watch.forEachPart(of: 0..<height, stepsPerElement: 8) { part in
      for row in part {
        column[row] = [matrix[row * rowLength + 2 * index], matrix[row * rowLength + 2 * index + 1]]
      }
    }
    FourierTransform(elements: column, tables: tables, workers: workers).run(length: height)
    watch.forEachPart(of: 0..<height, stepsPerElement: 8) { part in
      for row in part {
        matrix[row * rowLength + 2 * index] = column[row].x
        matrix[row * rowLength + 2 * index + 1] = column[row].y
      }
    }
  }

  /// Takes the two real transforms apart that are the first column's real and imaginary parts.
  private func separate(_ matrix: UnsafeMutablePointer<Double>, _ watch: inout StopWatch) {
    for row in 1..<max(1, height / 2) {
      if watch.isOver(after: 8) { return }
      let (above, below) = (matrix + row * rowLength, matrix + (height - row) * rowLength)
      below[0] = 0.5 * (above[0] - below[0])
      above[0] -= below[0]
      below[1] = 0.5 * (above[1] + below[1])
      above[1] -= below[1]
    }
  }

  /// Moves the numbers of the highest frequency behind the others, mirrors the first column and the last, and turns signs
  /// of imaginary parts.
  private func reorder(_ matrix: UnsafeMutablePointer<Double>, _ watch: inout StopWatch) {
    let middle = height / 2
    for row in middle + 1..<max(middle + 1, height) {
      if watch.isOver(after: 8) { return }
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
      for part in (0..<rowLength / 2).parts {
        for index in part {
          let place = row * rowLength + 2 * index + 1
          matrix[place] = -matrix[place]
        }
        if watch.isOver(after: 2 &* part.count) { return }
      }
    }
  }
}
