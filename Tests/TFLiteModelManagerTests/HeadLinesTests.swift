import Testing

@testable import TFLiteModelManager

/// Heads of answers as they come, line by line.
@Suite struct HeadLinesTests {
  /// The heads that some lines amount to, each as its status and its fields.
  private func heads(_ lines: [String]) throws -> [String] {
    var head = HeadLines()
    var found: [String] = []
    for line in lines {
      var line = line + "\r\n"
      let answer = try line.withUTF8 { try head.add(UnsafeRawBufferPointer($0)) }
      if let answer { found.append("\(answer.status) " + answer.fields.map { "\($0)=\($1)" }.joined(separator: " ")) }
    }
    return found
  }

  @Test func fieldsOfAnAnswer() throws {
    let lines = ["HTTP/1.1 200 OK", "ETag:  \"a:b\" ", "Content-Length:5", "nothing", ""]
    #expect(try heads(lines) == ["200 ETag=\"a:b\" Content-Length=5"])
    #expect(try heads(["HTTP/2 404", ""]) == ["404 "])
  }

  @Test func preliminaryAnswersAndTrailersAreNoHeads() throws {
    let lines = ["HTTP/1.1 103 Early Hints", "Link: </a>", "", "HTTP/1.1 204 No Content", "A: b", "", "Trailer: c", ""]
    #expect(try heads(lines) == ["204 A=b"])
  }

  @Test(arguments: ["HTTP/1.1", "HTTP/1.1 OK 200", "HTTP/1.1 99 Low", "HTTP/1.1 1000 High", "HTTP/1.1 -200 Negative"])
  func malformedStatus(_ line: String) {
    #expect(throws: HeadLines.Malformed.self) { try heads([line]) }
  }

  @Test func anEndlessHeadIsGivenUp() {
    let line = "A: " + String(repeating: "b", count: 1000)
    #expect(throws: HeadLines.Malformed.self) { try heads(["HTTP/1.1 200 OK"] + Array(repeating: line, count: 300)) }
  }
}
