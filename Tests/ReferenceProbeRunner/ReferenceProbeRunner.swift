import Foundation
import LiteRTReference

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tells which models the TFLite C library runs, in a process of its own, which some of them end.
///
/// Requests come on standard input and are answered on standard output, one after the other, until the input ends. All
/// numbers are little-endian unsigned 32-bit integers; a *blob* is a length and as many bytes. Request: the kernel mode
/// (0 the reference kernels, 1 the others), the number of bytes behind each input and output, what an output has where nobody
/// writes, the model (blob), the number of inputs, their values (blobs). Answer: 0 where the model ran, else 1; the reason
/// (blob); the number of outputs, their values (blobs).
@main
enum ReferenceProbeRunner {
  /// The seconds that one model may take.
  private static let patience: UInt32 = 3

  private static let addressSpace: rlim_t = 4 << 30

  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: ReferenceProbeRunner LIBRARY\n".utf8))
      exit(3)
    }
    // Operators that read an operand as another type may ask for any amount of memory.
    var limit = rlimit(rlim_cur: addressSpace, rlim_max: addressSpace)
    #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
    #else
    setrlimit(RLIMIT_AS, &limit)
    #endif
    let library = try LiteRTLibrary(path: CommandLine.arguments[1])
    while let mode = number() {
      let slack = number() ?? 0
      let unwritten = UInt8(truncatingIfNeeded: number() ?? 0)
      let model = blob()
      let feeds = (0..<(number() ?? 0)).map { _ in blob() }
      // A model that does not end ends the process, like one that crashes.
      alarm(patience)
      var outputs: [[UInt8]] = []
      var reason: String?
      do {
        outputs = try library.run(
          model: model, inputs: feeds, kernelMode: mode == 0 ? .reference : .builtin, slack: slack, fill: unwritten
        ).map(\.bytes)
      } catch {
        reason = error.description
      }
      alarm(0)
      write(
        bytes(of: reason == nil ? 0 : 1) + blob((reason ?? "").utf8.prefix(400)) + bytes(of: outputs.count)
          + outputs.flatMap(blob))
    }
  }

  private static func bytes(of number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(number).littleEndian) { Array($0) }
  }

  private static func blob(_ contents: some Collection<UInt8>) -> [UInt8] { bytes(of: contents.count) + contents }

  private static func number() -> Int? {
    guard let bytes = read(4) else { return nil }
    return bytes.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
  }

  private static func blob() -> [UInt8] { number().flatMap(read) ?? [] }

  /// Nil where the input has ended.
  private static func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let part = try? FileHandle.standardInput.read(upToCount: count - bytes.count), !part.isEmpty else {
        return nil
      }
      bytes += part
    }
    return bytes
  }

  private static func write(_ bytes: [UInt8]) {
    try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
  }
}
