/// What can go wrong while the TFLite C library is opened or used.
package enum LiteRTError: Error, Equatable, Sendable {
  /// The C library is published for Linux on x86-64 alone, and this is another platform.
  case unsupportedPlatform(String)
  /// The dynamic linker refused the file at `path`.
  case libraryNotLoaded(path: String, reason: String)
  /// The file at `path` is a library, but not the pinned one: it lacks a function.
  case missingFunction(name: String, path: String)
  /// A function of the C library returned a status other than 0. `detail` holds what the library reported about it.
  case callFailed(function: String, status: Int32, detail: String)
  /// The caller gave another number of inputs than the model has.
  case inputCount(expected: Int, provided: Int)
  /// The bytes for one input are not as many as its shape and type ask for.
  case inputSize(index: Int, name: String, expected: Int, provided: Int)
  /// A tensor has a type whose elements have no fixed size (strings, resources), or one that is unknown here.
  case unsupportedElementType(tensor: String, code: Int32)
}

extension LiteRTError: CustomStringConvertible {
  /// One line that names what failed, and where.
  package var description: String {
    switch self {
    case .unsupportedPlatform(let platform):
      "the TFLite C library is published for Linux on x86-64 only; this is \(platform)"
    case .libraryNotLoaded(let path, let reason):
      "cannot open the TFLite C library \(path): \(reason)"
    case .missingFunction(let name, let path):
      "\(path) has no function \(name); it is not the pinned TFLite C library"
    case .callFailed(let function, let status, let detail):
      "\(function) failed with status \(status) (\(Self.meaning(of: status)))" + (detail.isEmpty ? "" : ": \(detail)")
    case .inputCount(let expected, let provided):
      "the model has \(expected) inputs, and \(provided) were given"
    case .inputSize(let index, let name, let expected, let provided):
      "input \(index) (\(name)) takes \(expected) bytes, and \(provided) were given"
    case .unsupportedElementType(let tensor, let code):
      "tensor \(tensor) has element type \(code), whose elements have no fixed size"
    }
  }

  /// The names that LiteRT's header `litert_common.h` gives to the statuses of loading and running a model.
  private static func meaning(of status: Int32) -> String {
    switch status {
    case 1: "invalid argument"
    case 2: "memory allocation failure"
    case 3: "runtime failure"
    case 4: "missing input tensor"
    case 5: "unsupported"
    case 6: "not found"
    case 9: "unknown error"
    case 500: "file error"
    case 501: "invalid flatbuffer"
    case 504: "compilation error"
    case 1000: "index out of bounds"
    case 1001: "invalid type"
    default: "status without a name here"
    }
  }
}
