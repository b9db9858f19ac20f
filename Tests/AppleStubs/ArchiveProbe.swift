import Foundation

/// Takes a file out of an archive as on Apple's systems, and prints what is wrong with it.
///
///     ArchiveProbe ARCHIVE DESTINATION [MEMBER]
@main struct ArchiveProbe {
  static func main() throws {
    let arguments = CommandLine.arguments
    do {
      try ModelArchive(file: URL(filePath: arguments[1]), byteLimit: 10_000_000)
        .unpack(arguments.dropFirst(3).first, to: URL(filePath: arguments[2]), memberByteLimit: 1_000_000)
    } catch let problem as ArchiveProblem {
      print(problem)
    }
  }
}
