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
/// (0 the reference kernels, 1 the others), the model (blob), the number of inputs, their values (blobs). Answer: 0 where the
/// model ran, else 1; the reason (blob).
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
      let model = blob()
      let feeds = (0..<(number() ?? 0)).map { _ in blob() }
      // A model that does not end ends the process, like one that crashes.
      alarm(patience)
      var reason: String?
      do {
        _ = try library.run(model: model, inputs: feeds, kernelMode: mode == 0 ? .reference : .builtin)
      } catch {
        reason = error.description
      }
      let text = Array((reason ?? "").utf8.prefix(400))
      write(bytes(of: UInt32(reason == nil ? 0 : 1)) + bytes(of: UInt32(text.count)) + text)
    }
  }

  private static func bytes(of number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

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
