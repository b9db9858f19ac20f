import CLibFuzzer
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

/// What libFuzzer calls for other bytes than those it has: every second time they are changed as what they mean, if they mean
/// something.
@c(LLVMFuzzerCustomMutator)
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt) -> Int {
  guard seed % 2 == 0,
    let changed = target.mutated(Array(UnsafeBufferPointer(start: data, count: count)), seed: UInt64(seed)),
    changed.count <= capacity
  else { return LLVMFuzzerMutate(data, count, capacity) }
  _ = UnsafeMutableBufferPointer(start: data, count: capacity).update(fromContentsOf: changed)
  return changed.count
}

/// What libFuzzer calls first: limits the bytes to as many as are worth trying, unless it was told how many.
@c(LLVMFuzzerInitialize)
public func limitLength(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  var all = Array(UnsafeBufferPointer(start: arguments.pointee, count: Int(count.pointee)))
  guard !all.contains(where: { $0.map { String(cString: $0).hasPrefix("-max_len=") } ?? false }) else { return 0 }
  // Flags of libFuzzer's stand before files; it never gives the list back.
  all.insert(strdup("-max_len=\(target.longest)"), at: 1)
  let copy = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count + 1)
  _ = copy.initialize(from: all + [nil])
  guard let first = copy.baseAddress else { return 0 }
  (arguments.pointee, count.pointee) = (first, CInt(all.count))
  return 0
}

private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    fatalError("FUZZ_TARGET is \"\(name)\", expected one of \(FuzzTarget.allCases.map(\.rawValue))")
  }
  return target
}()
