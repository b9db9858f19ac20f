#if os(Linux)
import Foundation
import Glibc
import Testing

@testable import TFLiteModelManager

/// A store on a disk without room.
@Suite(.enabled(if: SmallDisk.mayBeMade, "this user may not mount a file system for the test"))
struct FullDiskTests {
  @Test func theOldModelStays() async throws {
    let hosting = try await Hosting()
    let disk = try SmallDisk(kilobytes: 192)
    hosting.manager.configuration.folder = disk.folder
    try hosting.publish(1)
    let old = try await hosting.manager.downloadAsync(hosting.model)
    try hosting.publish(2)
    let error = try #require(await failure { try await hosting.manager.downloadAsync(hosting.model) })
    guard case .diskFull(let path) = error.cause else {
      Issue.record("\(error)")
      return
    }
    #expect(path.hasPrefix(disk.folder.path) && "\(error)".hasSuffix(": no space left on the disk"))
    #expect(hosting.installed == old)
    #expect(try Data(contentsOf: URL(fileURLWithPath: old.path)) == Hosting.model(1))
    // What came is gone, so that there is room for something smaller.
    let small = try Hosting.model(3, paddingByteCount: 1000)
    try hosting.publish(small, version: "3")
    #expect(try await hosting.manager.downloadAsync(hosting.model).record.sha256 == small.sha256)
  }

  @Test func nothingFits() async throws {
    let hosting = try await Hosting()
    let disk = try SmallDisk(kilobytes: 48)
    hosting.manager.configuration.folder = disk.folder
    try hosting.publish(1)
    let error = await failure { try await hosting.manager.downloadAsync(hosting.model) }
    guard case .diskFull = error?.cause else {
      Issue.record("\(String(describing: error))")
      return
    }
    let files = try FileManager.default.subpathsOfDirectory(atPath: disk.folder.path).sorted()
    #expect(files == ["locks", "models"])
  }
}

/// A file system in memory that is there as long as the value.
private final class SmallDisk {
  let folder: URL

  init(kilobytes: Int) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("disk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
    }
  }

  deinit {
    umount2(folder.path, Int32(MNT_DETACH))
    try? FileManager.default.removeItem(at: folder)
  }

  static let mayBeMade = (try? SmallDisk(kilobytes: 4)) != nil
}
#endif
