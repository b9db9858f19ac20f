import TFLiteKernels
import TFLiteSchema
import Testing

/// An operator that no honest converter writes, and what the error must say that refuses it.
struct HostileOperator: CustomTestStringConvertible, Sendable {
  let name: String
  let code: OperatorCode
  let context: OperatorContext
  /// What the message must speak of.
  let words: [String]

  var testDescription: String { name }

  init(_ name: String, _ code: OperatorCode, _ context: OperatorContext, words: [String]) {
    self.name = name
    self.code = code
    self.context = context
    self.words = words
  }

  init(_ name: String, _ code: BuiltinOperator, _ context: OperatorContext, _ words: String...) {
    self.init(name, OperatorCode(code), context, words: words)
  }

  init(_ name: String, custom: String, _ context: OperatorContext, _ words: String...) {
    self.init(name, OperatorCode(custom: custom), context, words: words)
  }

  func expectRefusal() throws {
    let prepare = try #require(OperatorRegistry.standard.prepare(for: code))
    let error = #expect(throws: KernelError.self) { _ = try prepare(context) }
    let message = try #require(error).description
    for word in words { #expect(message.contains(word), "\(message)") }
    #expect(message.contains("operator 0"))
  }
}
