import Foundation
import Fuzzing

/// What libFuzzer calls, with any bytes. The environment variable `FUZZ_TARGET` says what they are given to.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    try target.run(Array(UnsafeBufferPointer(start: data, count: count)))
  } catch {
    fatalError("\(target) throws a \(type(of: error)): \(error)")
  }
  return 0
}

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("FUZZ_TARGET is \"\(name)\", expected one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()
