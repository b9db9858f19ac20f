import CTensorFlowLite

/// The version of TensorFlow Lite whose interface this is.
private let version: StaticString = "2.19.0"

@c @implementation
package func TfLiteVersion() -> UnsafePointer<CChar>? { version.cString }

@c @implementation
package func TfLiteExtensionApisVersion() -> UnsafePointer<CChar>? { version.cString }

@c @implementation
package func TfLiteSchemaVersion() -> Int32 { 3 }
