import TFLiteElementaryFunctions

/// The specification of Mfcc: magnitudes are summed up in bands of the mel scale, of whose logarithms there is a cosine
/// transform.
///
/// Source: `tflite/kernels/internal/mfcc.cc`, and MfccMelFilterbank::Compute and MfccDct::Compute beside it.
extension Mfcc {
  func runReference(_ call: OperatorCall, sampleRate: Double) {
    var watch = call.stopWatch
    let tables = MfccTables(self, sampleRate: sampleRate, memory: call.scratch, &watch)
    let bands = tables.end
    let (input, output) = (call.input(0, as: Float.self), call.output(0, as: Float.self))
    guard tables.isInside else {
      return call.outputBytes(0).fill(with: 0, byteCount: 4 * spectrumCount * coefficientCount, call.workers)
    }
    for spectrum in 0..<spectrumCount {
      // Tables that are not whole lead nowhere.
      if watch.isOver(after: 16) { return }
      watch.forEachPart(of: 0..<bandCount) { part in
        (bands + part.lowerBound).update(repeating: 0, count: part.count)
      }
      watch.forEachPart(of: tables.frequencies, stepsPerElement: 4) { part in
        for frequency in part {
          let magnitude = Double(input[spectrum * frequencyCount + frequency]).squareRoot()
          let share = magnitude * tables.weights[frequency]
          let band = tables.bands[frequency]
          if band >= 0 { bands[band] += share }
          if band + 1 < bandCount { bands[band + 1] += magnitude - share }
        }
      }
      watch.forEachPart(of: 0..<bandCount, stepsPerElement: 16) { part in
        for band in part { bands[band] = ElementaryFunctions.log(bands[band] < 1e-12 ? 1e-12 : bands[band]) }
      }
      for coefficient in 0..<coefficientCount {
        var sum = 0.0
        for part in (0..<bandCount).parts {
          for band in part { sum += tables.cosines[coefficient * bandCount + band] * bands[band] }
          if watch.isOver(after: part.count) { return }
        }
        output[spectrum * coefficientCount + coefficient] = Float(sum)
      }
    }
  }
}

/// What Mfcc knows of bands and coefficients, in the operator's working memory.
///
/// Source: `tflite/kernels/internal/mfcc_mel_filterbank.cc` and `tflite/kernels/internal/mfcc_dct.cc`, Initialize.
struct MfccTables {
  /// For each coefficient the weight of each band.
  let cosines: UnsafeMutablePointer<Double>
  /// For each frequency its share in its band; the rest is the next band's.
  let weights: UnsafeMutablePointer<Double>
  /// For each frequency its band: -1 before the first one.
  let bands: UnsafeMutablePointer<Int>
  /// The memory behind.
  let end: UnsafeMutablePointer<Double>
  /// Those that belong to bands.
  let frequencies: Range<Int>
  /// Whether spectra have all of them.
  let isInside: Bool

  /// - Parameter watch: once it has ended the run, tables are not whole, and stay within their memory.
  init(_ mfcc: Mfcc, sampleRate: Double, memory: UnsafeMutableRawPointer, _ watch: inout StopWatch) {
    let (bandCount, frequencyCount) = (mfcc.bandCount, mfcc.frequencyCount)
    let cosineCount = bandCount * mfcc.coefficientCount
    cosines = memory.bindMemory(to: Double.self, capacity: cosineCount)
    let centers = UnsafeMutableRawPointer(cosines + cosineCount).bindMemory(to: Double.self, capacity: bandCount + 1)
    weights = UnsafeMutableRawPointer(centers + bandCount + 1).bindMemory(to: Double.self, capacity: frequencyCount)
    bands = UnsafeMutableRawPointer(weights + frequencyCount).bindMemory(to: Int.self, capacity: frequencyCount)
    end = UnsafeMutableRawPointer(bands + frequencyCount).bindMemory(to: Double.self, capacity: bandCount)

    // Hertz from one frequency to the next.
    let step = 0.5 * sampleRate / Double(frequencyCount - 1)
    let (first, last) = (1.5 + mfcc.lowest / step, mfcc.highest / step)
    isInside = last < Double(frequencyCount)
    // Beyond, nothing is computed.
    frequencies = isInside && Int(first) <= Int(last) ? Int(first)..<Int(last) + 1 : 0..<0
    guard isInside else { return }

    let lowest = Self.mel(mfcc.lowest)
    let spacing = (Self.mel(mfcc.highest) - lowest) / Double(bandCount + 1)
    watch.forEachPart(of: 0..<bandCount + 1) { part in
      for band in part { centers[band] = lowest + spacing * Double(band + 1) }
    }
    var band = 0
    for frequency in frequencies {
      if watch.isOver(after: 16) { return }
      let mel = Self.mel(Double(frequency) * step)
      while band < bandCount, centers[band] < mel {
        band += 1
        if watch.isOver(after: 1) { return }
      }
      bands[frequency] = band - 1
      weights[frequency] =
        band > 0
        ? (centers[band] - mel) / (centers[band] - centers[band - 1]) : (centers[0] - mel) / (centers[0] - lowest)
    }
    let (norm, angle) = ((2 / Double(bandCount)).squareRoot(), Double.pi / Double(bandCount))
    for coefficient in 0..<mfcc.coefficientCount {
      for band in 0..<bandCount {
        cosines[coefficient * bandCount + band] =
          norm * ElementaryFunctions.cos(Double(coefficient) * angle * (Double(band) + 0.5))
        if watch.isOver(after: 16) { return }
      }
    }
  }

  private static func mel(_ hertz: Double) -> Double { 1127 * ElementaryFunctions.log1p(ofPositive: hertz / 700) }
}
