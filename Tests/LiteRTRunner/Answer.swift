import LiteRTReference
import TFLiteCLibrary

/// What became of a request.
struct Answer {
  private var bytes: [UInt8] = []

  init(to request: Request, _ library: LiteRTLibrary, _ mode: LiteRTKernelMode) {
    do throws(LiteRTError) {
      let model = try LiteRTModel(library: library, bytes: request.model, kernelMode: mode)
      var results: [LiteRTOutput?] = []
      for inputs in request.runs {
        let outputs = try model.run(inputs: inputs)
        results += request.wanted.map { index in outputs.first { $0.tensor.index == index } }
      }
      add(results)
    } catch {
      refuse(error.description)
    }
  }

  private mutating func add(_ results: [LiteRTOutput?]) {
    let found = results.compactMap(\.self)
    guard found.count == results.count else { return refuse("a tensor is asked for that is no output of the model") }
    add(0)
    for output in found {
      add(output.shape.count)
      for size in output.shape { add(size) }
      add(output.bytes)
    }
  }

  func write() {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { TFLiteCLibrary.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      // Nobody reads any more.
      guard written > 0 else { exit(1) }
      rest = rest.dropFirst(written)
    }
  }

  private mutating func refuse(_ reason: String) {
    add(1)
    add([UInt8](reason.utf8))
  }

  private mutating func add(_ number: Int) {
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { bytes += $0 }
  }

  private mutating func add(_ blob: [UInt8]) {
    add(blob.count)
    bytes += blob
  }
}
