extension FourierTables {
  /// Transforms real numbers, in place, as half as many complex ones; the real number of the highest frequency takes the
  /// place of the first imaginary part, which is 0.
  ///
  /// Source: Ooura's `fftsg.c`, rdft.
  func transform(realNumbers numbers: UnsafeMutablePointer<Double>, count: Int, _ workers: any Workers) {
    if count >= 4 {
      let half = count / 2
      let elements = UnsafeMutableRawPointer(numbers).assumingMemoryBound(to: ComplexDouble.self)
      FourierTransform(elements: elements, tables: self, workers: workers).run(length: half)
      for part in (1..<max(1, count / 4)).parts {
        if part.lowerBound > 1, workers.isStopped { return }
        for index in part {
          let (left, right) = (elements[index], elements[half - index])
          let (real, imaginary) = (0.5 - halves[count / 4 - index], halves[index])
          let (x, y) = (left.x - right.x, left.y + right.y)
          let (dx, dy) = (real * x - imaginary * y, real * y + imaginary * x)
          elements[index] = [left.x - dx, left.y - dy]
          elements[half - index] = [right.x + dx, right.y - dy]
        }
      }
    }
    (numbers[0], numbers[1]) = (numbers[0] + numbers[1], numbers[0] - numbers[1])
  }
}
