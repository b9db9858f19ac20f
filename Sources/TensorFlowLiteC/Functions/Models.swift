import CTensorFlowLite
import TFLite
import TFLiteCLibrary
import TFLiteFlatBuffers
import TFLiteSchema

@c @implementation
package func TfLiteModelCreate(_ model_data: UnsafeRawPointer?, _ model_size: Int) -> OpaquePointer? {
  create_model(model_data, model_size, .standardError)
}

@c @implementation
package func TfLiteModelCreateFromFile(_ model_path: UnsafePointer<CChar>?) -> OpaquePointer? {
  create_model_from_file(model_path, .standardError)
}

@c @implementation
package func TfLiteModelDelete(_ model: OpaquePointer?) { ModelHandle.delete(model) }

@c @implementation
package func create_model(
  _ model_data: UnsafeRawPointer?, _ model_size: Int, _ reporter: ErrorReporter
) -> OpaquePointer? {
  guard let model_data else {
    reporter.report("TfLiteModelCreate: model_data is NULL")
    return nil
  }
  guard model_size > 0 else {
    reporter.report("The model is not a valid Flatbuffer buffer")
    return nil
  }
  let bytes = UnsafeRawBufferPointer(start: model_data, count: model_size)
  return handle(reporter) { () throws(ModelError) in try Model(ByteSlice(bytes)) }
}

@c @implementation
package func create_model_from_file(_ model_path: UnsafePointer<CChar>?, _ reporter: ErrorReporter) -> OpaquePointer? {
  guard let model_path else {
    reporter.report("TfLiteModelCreateFromFile: model_path is NULL")
    return nil
  }
  let path = String(cString: model_path)
  return handle(reporter, file: path) { () throws(ModelError) in try Model(contentsOfFile: path) }
}

private func handle(
  _ reporter: ErrorReporter, file: String? = nil, _ load: () throws(ModelError) -> Model
) -> OpaquePointer? {
  do {
    return ModelHandle(try load()).retainedPointer()
  } catch {
    reporter.report(message(of: error, file: file))
    return nil
  }
}

/// Begins as the original's messages do, on which programs rely. What is no model at all needs no further words.
private func message(of error: ModelError, file: String?) -> String {
  switch error {
  case .unreadable(let reason): "Could not open '\(file ?? "")'. \(reason)"
  case .inFile(_, let inner): message(of: inner, file: file)
  case .wrongIdentifier, .otherFormat, .malformed(field: "the file", _): "The model is not a valid Flatbuffer buffer"
  default: "The model is not a valid Flatbuffer buffer: \(error)"
  }
}
