import Foundation
import RandomPrograms
import Synchronization

/// Runs programs of random calls, several at once; for the sanitizers.
///
///     RandomProgramRunner KIND FIRST COUNT
///
/// KIND is one of `ProgramKind`; FIRST is the seed of the first program, the others follow.
@main
enum RandomProgramRunner {
  private static let taskCount: UInt64 = 4
  private static let findingCount = Mutex(0)

  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let kind = ProgramKind(rawValue: arguments[1]), let first = UInt64(arguments[2]),
      let count = UInt64(arguments[3])
    else {
      let kinds = ProgramKind.allCases.map(\.rawValue).joined(separator: ", ")
      print("expected KIND FIRST COUNT; KIND is one of \(kinds)")
      exit(2)
    }
    await withTaskGroup { group in
      for task in 0..<taskCount {
        group.addTask {
          for seed in stride(from: first + task, to: first + count, by: Int(taskCount)) {
            do { try await kind.run(seed: seed) } catch {
              print(error)
              findingCount.withLock { $0 += 1 }
            }
          }
        }
      }
    }
    print("\(kind.rawValue): \(count) programs, \(findingCount.withLock { $0 }) findings")
    exit(findingCount.withLock { $0 } == 0 ? 0 : 1)
  }
}
