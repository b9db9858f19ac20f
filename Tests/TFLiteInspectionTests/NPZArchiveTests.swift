import Foundation
import TFLiteFlatBuffers
import TFLiteSchema
import TestModels
import Testing

@testable import TFLiteInspection

@Suite struct NPZArchiveTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func archive() throws -> NPZArchive {
    var archive = NPZArchive()
    try archive.add(TensorValues(type: .uint8, shape: [2, 2], bytes: [1, 2, 3, 4]), named: "input0")
    try archive.add(TensorValues(floats: [0.5, -1], shape: [1, 2]), named: "op0007_out0")
    try archive.add(text: "{}", fileNamed: "index.json")
    return archive
  }

  @Test func roundTrip() throws {
    let read = try NPZArchive(ByteSlice(try archive().encoded()))
    #expect(read.arrayNames == ["input0", "op0007_out0"])
    #expect(try read.array(named: "input0")?.bytes == [1, 2, 3, 4])
    #expect(try read.array(named: "op0007_out0")?.numbers == [0.5, -1])
    #expect(try read.text(ofFile: "index.json") == "{}")
    #expect(try read.array(named: "missing") == nil)
  }

  @Test(.enabled(if: Python.hasNumPy, "python3 has no numpy; Scripts/test installs it"))
  func numPyReadsWhatIsWritten() throws {
    var archive = NPZArchive()
    let types: [TensorType] = [.bool, .uint8, .int8, .int16, .int32, .int64, .float16, .float32, .float64]
    for type in types {
      try archive.add(.random(type: type, shape: [2, 3, 1], seed: 3), named: type.schemaName)
    }
    try archive.add(text: "{\"a\": 1}", fileNamed: "index.json")
    let path = try folder.write(try archive.encoded(), "arrays.npz")
    let program = """
      import json, sys, numpy
      archive = numpy.load(sys.argv[1])
      print(json.loads(archive["index.json"])["a"])
      for name in archive.files:
        if name != "index.json":
          array = archive[name]
          print(name, array.dtype, *array.shape, *array.astype("f8").flatten().tolist())
      """
    let lines = try Python.run(program, path).split(separator: "\n").map(String.init)
    let names = ["bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64"]
    #expect(lines.first == "1")
    for ((type, name), line) in zip(zip(types, names), lines.dropFirst()) {
      let parts = line.split(separator: " ").map(String.init)
      #expect(parts.prefix(5) == [type.schemaName, name, "2", "3", "1"])
      #expect(
        parts.dropFirst(5).map(Double.init) == (try TensorValues.random(type: type, shape: [2, 3, 1], seed: 3)).numbers)
    }
    #expect(lines.count == 1 + types.count)
  }

  /// An archive as NumPy writes it.
  private func writtenByNumPy(_ function: String) throws -> [UInt8] {
    let program = """
      import sys, numpy
      a = numpy.arange(6, dtype=">i4").reshape(2, 3)
      numpy.\(function)(sys.argv[1], a=a, b=numpy.asfortranarray(a.astype("f4")), empty=a[:0], long=numpy.tile(a, 5000))
      """
    let path = folder.path("\(function).npz")
    _ = try Python.run(program, path)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test(
    .enabled(if: Python.hasNumPy, "python3 has no numpy; Scripts/test installs it"),
    arguments: ["savez", "savez_compressed"])
  func readsWhatNumPyWrites(_ function: String) throws {
    let archive = try NPZArchive(ByteSlice(writtenByNumPy(function)))
    #expect(archive.arrayNames == ["a", "b", "empty", "long"])
    for name in ["a", "b"] {
      let array = try #require(try archive.array(named: name))
      #expect(array.shape == [2, 3])
      #expect(array.numbers == [0, 1, 2, 3, 4, 5])
    }
    #expect(try archive.array(named: "empty")?.shape == [0, 3])
    let long = try #require(try archive.array(named: "long"))
    #expect(long.shape == [2, 15000])
    let expected: [Double] = [0.0, 3.0].flatMap { first in (0..<15000).map { first + Double($0 % 3) } }
    #expect(long.numbers == expected)
  }

  @Test(.enabled(if: Python.hasNumPy, "python3 has no numpy; Scripts/test installs it"))
  func damagedCompression() throws {
    let whole = try writtenByNumPy("savez_compressed")
    let expected = try #require(try NPZArchive(ByteSlice(whole)).array(named: "a"))
    var reasons: Set<String> = []
    for position in whole.indices {
      var broken = whole
      broken[position] ^= 0x41
      do {
        let array = try NPZArchive(ByteSlice(broken)).array(named: "a")
        #expect(array == expected || array == nil, "byte \(position)")
      } catch {
        guard case .invalidNPZ(let reason) = error else {
          Issue.record("byte \(position): \(error)")
          continue
        }
        reasons.insert(reason)
      }
    }
    // A stream that is broken, a size that it does not have, one that it cannot have, and a method that nobody uses.
    for part in [
      "a.npy cannot be decompressed: invalid ", "are not the ", " cannot hold ", "is compressed by method 73 ",
    ] {
      #expect(reasons.contains { $0.contains(part) }, "\(part): \(reasons.sorted())")
    }
  }

  @Test func refusesWhatIsNoArchive() throws {
    #expect(throws: InspectionError.self) { try NPZArchive(ByteSlice([])) }
    #expect(throws: InspectionError.self) { try NPZArchive(ByteSlice(Array("PK\u{3}\u{4} no archive".utf8))) }
    // Every byte that changes is noticed, or changes nothing that is read.
    let whole = try archive().encoded()
    for position in whole.indices {
      var broken = whole
      broken[position] ^= 0x41
      guard let read = try? NPZArchive(ByteSlice(broken)), let array = try? read.array(named: "input0") else {
        continue
      }
      #expect(array.bytes == [1, 2, 3, 4])
    }
  }
}
