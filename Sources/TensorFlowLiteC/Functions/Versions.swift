import CTensorFlowLite

/// The version of TensorFlow Lite whose interface this is.
private let version: StaticString = "2.19.0"

@c @implementation
public func TfLiteVersion() -> UnsafePointer<CChar>? { version.cString }

@c @implementation
public func TfLiteExtensionApisVersion() -> UnsafePointer<CChar>? { version.cString }

@c @implementation
public func TfLiteSchemaVersion() -> Int32 { 3 }
