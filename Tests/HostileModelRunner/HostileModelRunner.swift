import Foundation
import TFLite
import TFLiteSchema

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tries mutants of a model until one ends the process, or none is left: all prefixes, a share of the changes, and pairs.
///
/// Whoever started it reads in the progress file which one that was, and starts it again behind it.
@main
enum HostileModelRunner {
  static func main() {
    let arguments = CommandLine.arguments
    let numbers = arguments.dropFirst(3).compactMap { Int($0) }
    guard arguments.count == 10, numbers.count == 7 else {
      fail("usage: HostileModelRunner MODEL PROGRESS FIRST SEED SHARE PAIRS MEMORY-LIMIT MILLISECONDS ADDRESS-SPACE")
    }
    let (first, seed, share, pairCount) = (
      numbers[0], UInt64(bitPattern: Int64(numbers[1])), UInt64(numbers[2]), numbers[3]
    )
    guard let data = FileManager.default.contents(atPath: arguments[1]) else { fail("cannot read \(arguments[1])") }
    guard let progress = Progress(path: arguments[2]) else { fail("cannot map \(arguments[2])") }
    limitAddressSpace(to: numbers[6])

    let sample = Sample(seed: seed, share: share)
    let mutants = Mutants(original: [UInt8](data), pairCount: pairCount, sample: sample)
    let trial = Trial(memoryLimit: numbers[4], timeLimit: numbers[5] > 0 ? .milliseconds(numbers[5]) : nil)
    for number in first..<max(first, mutants.count) where mutants.isTried(number) {
      progress.set(.current, number)
      do {
        try trial.run(mutants.bytes(number), progress)
      } catch let error as ModelError where !error.description.isEmpty {
      } catch let error as InterpreterError where !error.description.isEmpty {
      } catch {
        fail("mutant \(number) throws a \(type(of: error)): \(error)")
      }
      progress.count(.tried)
    }
  }

  /// 0 sets no limit.
  private static func limitAddressSpace(to byteCount: Int) {
    guard byteCount > 0 else { return }
    var limit = rlimit(rlim_cur: rlim_t(byteCount), rlim_max: rlim_t(byteCount))
    #if canImport(Glibc)
    let status = setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #else
    let status = setrlimit(RLIMIT_AS, &limit)
    #endif
    guard status == 0 else { fail("cannot limit the address space") }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(3)
  }
}
