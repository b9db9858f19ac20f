import Foundation
import TFLiteModelManager
import TestModelServer

/// Downloads a model in a process of its own, which a test may kill, start twice, or measure.
///
///     ModelDownloadRunner FOLDER INDEX NAME
///
/// Prints the SHA-256 of what is in place, and by how many bytes its peak of resident memory is above what it was before.
@main
struct ModelDownloadRunner {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { exit(64) }
    var configuration = ModelManager.Configuration(folder: URL(fileURLWithPath: arguments[1]))
    configuration.source = try IndexModelSource(arguments[2])
    configuration.waitForBusyServers()
    let manager = ModelManager(configuration)
    let idle = memory("VmRSS:")
    do {
      let model = try await manager.downloadAsync(CustomRemoteModel(name: arguments[3]))
      print(model.record.sha256)
    } catch {
      print(error)
      exit(1)
    }
    print(memory("VmHWM:") - idle)
  }

  /// A line of what the system says about this process, in bytes.
  private static func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
  }
}
