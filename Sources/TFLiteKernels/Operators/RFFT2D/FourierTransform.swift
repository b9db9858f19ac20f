/// A Fourier transform in place: a split radix, whose steps and order of additions are those of Ooura's `fftsg.c`.
///
/// A part of the first kind is one of the plain transform; one of the second kind has its elements turned by ever more, up
/// to an eighth. Each step makes four parts of a quarter of the length. What comes out is in bit-reversed order.
struct FourierTransform {
  let elements: UnsafeMutablePointer<ComplexDouble>
  let tables: FourierTables
  /// What stops a long one.
  let workers: any Workers

  private enum Kind { case plain, turned }

  /// Shorter parts take less than some milliseconds.
  private static var lengthWorthALook: Int { 1 << 18 }

  /// Transforms a power of two of elements: sums with exp(2πi · j · k / length).
  func run(length: Int) {
    transform(elements, length, .plain, isWhole: true)
    reverseBits(length)
  }

  private func transform(
    _ part: UnsafeMutablePointer<ComplexDouble>, _ length: Int, _ kind: Kind, isWhole: Bool = false
  ) {
    switch (length, kind) {
    case (...1, _): break
    case (2, .plain): (part[0], part[1]) = (part[0] + part[1], part[0] - part[1])
    case (2, .turned): (part[0], part[1]) = (part[0].plusTurned(part[1]), part[0].minusTurned(part[1]))
    case (4, _): quarter(part)
    case (8, .plain): plainEight(part)
    case (8, .turned): turnedEight(part)
    case (16, .plain): plainSixteen(part)
    case (16, .turned): turnedSixteen(part)
    default:
      if length >= Self.lengthWorthALook, workers.isStopped { return }
      switch kind {
      case .plain: plainStep(part, length / 4, isWhole: isWhole)
      case .turned: turnedStep(part, length / 4)
      }
      for (index, child) in [Kind.plain, .turned, .plain, kind].enumerated() {
        transform(part + index * (length / 4), length / 4, child)
      }
    }
  }

  /// Exchanges elements whose indices are each other's bits in reverse.
  private func reverseBits(_ length: Int) {
    let bits = length.trailingZeroBitCount
    guard bits > 0 else { return }
    var watch = StopWatch(workers)
    watch.forEachPart(of: 0..<length, stepsPerElement: bits) { part in
      for index in part {
        var (rest, reversed) = (index, 0)
        for _ in 0..<bits { (reversed, rest) = (reversed << 1 | rest & 1, rest >> 1) }
        if index < reversed { (elements[index], elements[reversed]) = (elements[reversed], elements[index]) }
      }
    }
  }
}

// MARK: - Steps

extension FourierTransform {
  /// - Parameter isWhole: the first step of all takes every other factor from between two neighbors.
  private func plainStep(_ part: UnsafeMutablePointer<ComplexDouble>, _ quarter: Int, isWhole: Bool) {
    let secants = isWhole ? FourierTables.halfSecants(between: quarter / 4) : (first: 0, third: 0)
    let eighth = FourierTables.eighth
    func exact(_ index: Int) -> (first: ComplexDouble, third: ComplexDouble) {
      if isWhole, index == 0 { return ([1, 0], [1, 0]) }
      if isWhole, index == quarter / 2 { return ([eighth, eighth], [-eighth, -eighth]) }
      return (tables.first(index, of: quarter / 2), tables.third(index, of: quarter / 2))
    }
    func factors(_ index: Int) -> (first: ComplexDouble, third: ComplexDouble) {
      guard isWhole, index & 1 == 1 else { return exact(index) }
      let (below, above) = (exact(index - 1), exact(index + 1))
      return (secants.first * (below.first + above.first), secants.third * (below.third + above.third))
    }
    for steps in (0..<quarter).parts {
      if steps.lowerBound > 0, workers.isStopped { return }
      for index in steps {
        let four = Quad(part[index], part[quarter + index], part[2 * quarter + index], part[3 * quarter + index])
        part[index] = four.sum
        part[quarter + index] = four.difference
        let results: (ComplexDouble, ComplexDouble)
        if index == 0 {
          results = (four.plus, four.minus)
        } else if 2 * index == quarter {
          results = (
            four.plus.turnedByEighth,
            [-eighth * (four.minus.x + four.minus.y), -eighth * (four.minus.y - four.minus.x)]
          )
        } else if 2 * index < quarter {
          let (first, third) = factors(index)
          results = (first.times(four.plus), third.conjugateTimes(four.minus))
        } else {
          // Behind the middle real and imaginary parts change places.
          let (first, third) = factors(quarter - index)
          results = (first.swapped.times(four.plus), third.swapped.conjugateTimes(four.minus))
        }
        (part[2 * quarter + index], part[3 * quarter + index]) = results
      }
    }
  }

  private func turnedStep(_ part: UnsafeMutablePointer<ComplexDouble>, _ quarter: Int) {
    for steps in (0..<quarter).parts {
      if steps.lowerBound > 0, workers.isStopped { return }
      for index in steps {
        let (first, second) = (part[index], part[quarter + index])
        let (third, fourth) = (part[2 * quarter + index], part[3 * quarter + index])
        let (plus, minus) = (first.plusTurned(third), first.minusTurned(third))
        let (otherPlus, otherMinus) = (second.plusTurned(fourth), second.minusTurned(fourth))
        if index == 0 {
          let (turned, otherTurned) = (otherPlus.turnedByEighth, otherMinus.turnedByEighth)
          (part[0], part[quarter]) = (plus + turned, plus - turned)
          (part[2 * quarter], part[3 * quarter]) = (minus.plusTurned(otherTurned), minus.minusTurned(otherTurned))
          continue
        }
        let factor = tables.first(index, of: quarter)
        let left = factor.times(plus)
        let right = tables.first(quarter - index, of: quarter).swapped.times(otherPlus)
        (part[index], part[quarter + index]) = (left + right, left - right)
        if 2 * index == quarter {
          let (left, right) = (factor.swapped.times(minus), factor.times(otherMinus))
          (part[2 * quarter + index], part[3 * quarter + index]) = (left - right, left + right)
        } else {
          let left = tables.third(index, of: quarter).conjugateTimes(minus)
          let right = tables.third(quarter - index, of: quarter).swapped.conjugateTimes(otherMinus)
          (part[2 * quarter + index], part[3 * quarter + index]) = (left + right, left - right)
        }
      }
    }
  }
}

// MARK: - Short transforms

extension FourierTransform {
  private func quarter(_ part: UnsafeMutablePointer<ComplexDouble>) {
    let four = Quad(part[0], part[1], part[2], part[3])
    (part[0], part[1], part[2], part[3]) = (four.sum, four.difference, four.plus, four.minus)
  }

  private func plainEight(_ z: UnsafeMutablePointer<ComplexDouble>) {
    let (even, odd) = (Quad(z[0], z[2], z[4], z[6]), Quad(z[1], z[3], z[5], z[7]))
    let (plus, minus) = (odd.plus.turnedByEighth, odd.minus.turnedByEighth)
    (z[0], z[1]) = (even.sum + odd.sum, even.sum - odd.sum)
    (z[2], z[3]) = (even.difference.plusTurned(odd.difference), even.difference.minusTurned(odd.difference))
    (z[4], z[5]) = (even.plus + plus, even.plus - plus)
    (z[6], z[7]) = (even.minus.plusTurned(minus), even.minus.minusTurned(minus))
  }

  private func turnedEight(_ z: UnsafeMutablePointer<ComplexDouble>) {
    let factor = tables.first(1, of: 2)
    let (y0, y1) = (z[0].plusTurned(z[4]), z[0].minusTurned(z[4]))
    let (y2, y3) = (z[2].plusTurned(z[6]).turnedByEighth, z[2].minusTurned(z[6]).turnedByEighth)
    let (y4, y5) = (factor.times(z[1].plusTurned(z[5])), factor.swapped.times(z[1].minusTurned(z[5])))
    let (y6, y7) = (factor.swapped.times(z[3].plusTurned(z[7])), factor.times(z[3].minusTurned(z[7])))
    (z[0], z[1]) = (y0 + y2 + (y4 + y6), y0 + y2 - (y4 + y6))
    (z[2], z[3]) = ((y0 - y2).plusTurned(y4 - y6), (y0 - y2).minusTurned(y4 - y6))
    let (plus, minus) = (y1.plusTurned(y3), y1.minusTurned(y3))
    (z[4], z[5]) = (plus + (y5 - y7), plus - (y5 - y7))
    (z[6], z[7]) = (minus.plusTurned(y5 + y7), minus.minusTurned(y5 + y7))
  }

  private func plainSixteen(_ z: UnsafeMutablePointer<ComplexDouble>) {
    let factor = tables.first(1, of: 2)
    let fours = (0..<4).map { Quad(z[$0], z[4 + $0], z[8 + $0], z[12 + $0]) }
    let (y4, y5, y6, y7) = (fours[0].difference, fours[1].difference, fours[2].difference, fours[3].difference)
    let (y8, y9) = (fours[0].plus, factor.times(fours[1].plus))
    let (y10, y11) = (fours[2].plus.turnedByEighth, factor.swapped.times(fours[3].plus))
    let (y12, y13) = (fours[0].minus, factor.swapped.times(fours[1].minus))
    let y14 =
      FourierTables.eighth
      * ComplexDouble(fours[2].minus.x + fours[2].minus.y, fours[2].minus.y - fours[2].minus.x)
    let y15 = factor.times(fours[3].minus)
    store(
      fours[0].sum + fours[2].sum, fours[0].sum - fours[2].sum, fours[1].sum + fours[3].sum,
      fours[1].sum - fours[3].sum, at: z)
    store(
      y4.plusTurned(y6), y4.minusTurned(y6), y5.plusTurned(y7).turnedByEighth, y5.minusTurned(y7).turnedByEighth,
      at: z + 4)
    store(y8 + y10, y8 - y10, y9 + y11, y9 - y11, at: z + 8)
    store(y12 - y14, y12 + y14, y13 - y15, y13 + y15, at: z + 12)
  }

  private func turnedSixteen(_ z: UnsafeMutablePointer<ComplexDouble>) {
    let (first, second, third) = (tables.first(1, of: 4), tables.first(2, of: 4), tables.third(1, of: 4).conjugate)
    func pair(_ left: ComplexDouble, _ right: ComplexDouble) -> (ComplexDouble, ComplexDouble) {
      (left + right, left - right)
    }
    let (y0, y4) = pair(z[0].plusTurned(z[8]), z[4].plusTurned(z[12]).turnedByEighth)
    let (start, turned) = (z[0].minusTurned(z[8]), z[4].minusTurned(z[12]).turnedByEighth)
    let (y8, y12) = (start.plusTurned(turned), start.minusTurned(turned))
    let (y1, y5) = pair(first.times(z[1].plusTurned(z[9])), third.swapped.times(z[5].plusTurned(z[13])))
    let (y13, y9) = pair(third.times(z[1].minusTurned(z[9])), first.conjugateTimes(z[5].minusTurned(z[13])))
    let (y2, y6) = pair(second.times(z[2].plusTurned(z[10])), second.swapped.times(z[6].plusTurned(z[14])))
    let (y14, y10) = pair(second.swapped.times(z[2].minusTurned(z[10])), second.times(z[6].minusTurned(z[14])))
    let (y3, y7) = pair(third.times(z[3].plusTurned(z[11])), first.swapped.times(z[7].plusTurned(z[15])))
    let (y11, y15) = pair(
      first.swapped.conjugateTimes(z[3].minusTurned(z[11])), third.swapped.times(z[7].minusTurned(z[15])))
    store(y0 + y2, y0 - y2, y1 + y3, y1 - y3, at: z)
    store(
      y4.plusTurned(y6), y4.minusTurned(y6), y5.plusTurned(y7).turnedByEighth, y5.minusTurned(y7).turnedByEighth,
      at: z + 4)
    store(y8 + y10, y8 - y10, y9 - y11, y9 + y11, at: z + 8)
    store(
      y12.plusTurned(y14), y12.minusTurned(y14), y13.minusTurned(y15).turnedByEighth,
      y13.plusTurned(y15).turnedByEighth, at: z + 12)
  }

  /// The last step of four elements.
  private func store(
    _ x0: ComplexDouble, _ x1: ComplexDouble, _ x2: ComplexDouble, _ x3: ComplexDouble,
    at target: UnsafeMutablePointer<ComplexDouble>
  ) {
    (target[0], target[1]) = (x0 + x2, x0 - x2)
    (target[2], target[3]) = (x1.plusTurned(x3), x1.minusTurned(x3))
  }
}

/// The first step of four elements, whose first and third, second and fourth are added and subtracted.
private struct Quad {
  let sum: ComplexDouble
  let difference: ComplexDouble
  /// The one difference and the other, turned by a quarter.
  let plus: ComplexDouble
  let minus: ComplexDouble

  init(_ first: ComplexDouble, _ second: ComplexDouble, _ third: ComplexDouble, _ fourth: ComplexDouble) {
    let (sums, differences) = ((first + third, second + fourth), (first - third, second - fourth))
    (sum, difference) = (sums.0 + sums.1, sums.0 - sums.1)
    plus = differences.0.plusTurned(differences.1)
    minus = differences.0.minusTurned(differences.1)
  }
}

extension ComplexDouble {
  fileprivate var swapped: ComplexDouble { [y, x] }
  fileprivate var conjugate: ComplexDouble { [x, -y] }

  /// The sum with another number times i.
  @inline(__always)
  fileprivate func plusTurned(_ other: ComplexDouble) -> ComplexDouble { [x - other.y, y + other.x] }

  /// The difference to another number times i.
  @inline(__always)
  fileprivate func minusTurned(_ other: ComplexDouble) -> ComplexDouble { [x + other.y, y - other.x] }

  @inline(__always)
  fileprivate func times(_ other: ComplexDouble) -> ComplexDouble {
    [x * other.x - y * other.y, x * other.y + y * other.x]
  }

  @inline(__always)
  fileprivate func conjugateTimes(_ other: ComplexDouble) -> ComplexDouble {
    [x * other.x + y * other.y, x * other.y - y * other.x]
  }

  /// Turned by an eighth of a circle.
  fileprivate var turnedByEighth: ComplexDouble { FourierTables.eighth * ComplexDouble(x - y, y + x) }
}
