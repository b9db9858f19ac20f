import Foundation
import TFLite
import TFLiteFlatBuffers
import TestModels

@testable import TFLiteSchema

/// How far a file gets on its way from bytes to results, and what stops it there.
enum Journey: Equatable {
  /// Refused when it is opened.
  case load(String)
  /// Refused when an interpreter is made for it.
  case create(String)
  /// Refused when its operators are prepared.
  case allocate(String)
  /// Refused when it runs.
  case invoke(String)
  /// It runs.
  case ran

  /// Sends the bytes of a whole file on the way.
  ///
  /// - Parameter integers: the values of int32 inputs that have as many; all other inputs are zeros.
  /// - Throws: an error that no caller of the package expects there.
  init(_ file: [UInt8], memoryLimit: Int? = nil, integers: [Int32] = []) throws {
    let model: Model
    do {
      model = try Model(ByteSlice(file))
    } catch {
      self = .load(error.description)
      return
    }
    var options = Interpreter.Options()
    options.memoryLimit = memoryLimit
    let interpreter: Interpreter
    do {
      interpreter = try Interpreter(model: model, options: options)
    } catch let error as InterpreterError {
      self = .create(error.description)
      return
    }
    do {
      try interpreter.allocate()
    } catch {
      self = .allocate(error.description)
      return
    }
    do {
      try interpreter.fillIntegers(integers)
      try interpreter.invoke()
      for index in 0..<interpreter.outputTensorCount { _ = try interpreter.output(at: index) }
    } catch let error as InterpreterError {
      self = .invoke(error.description)
      return
    }
    self = .ran
  }

  /// What the error says.
  var message: String? {
    switch self {
    case .load(let message), .create(let message), .allocate(let message), .invoke(let message): message
    case .ran: nil
    }
  }

  /// Where the journey ends.
  enum Stage {
    case load
    case create
    case allocate
    case invoke
    case ran
  }

  var stage: Stage {
    switch self {
    case .load: .load
    case .create: .create
    case .allocate: .allocate
    case .invoke: .invoke
    case .ran: .ran
    }
  }
}

extension Interpreter {
  fileprivate func fillIntegers(_ integers: [Int32]) throws {
    for index in 0..<inputTensorCount {
      guard let input = try? input(at: index), input.dataType == .int32, input.shape.dimensions == [integers.count]
      else { continue }
      try copy(Data([UInt8](integers)), toInputAt: index)
    }
  }
}

extension Model {
  /// The bytes of a file, whether the model is valid or not.
  func file() throws -> [UInt8] { try TableEncoder.encode(self, identifier: Model.identifier) }
}
