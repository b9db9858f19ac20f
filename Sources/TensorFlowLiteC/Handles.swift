import CTensorFlowLite
import TFLiteSchema

/// An object that C holds by a pointer: `Create` gives away one reference, `Delete` takes it back.
protocol Handle: AnyObject {}

extension Handle {
  /// A pointer for C, which owns it from now on.
  func retainedPointer() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object behind a pointer; nil for NULL.
  static func at(_ pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// Takes back what C owned.
  static func delete(_ pointer: OpaquePointer?) {
    if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
  }
}

/// What a `TfLiteModel` is.
final class ModelHandle: Handle {
  let model: Model

  init(_ model: Model) { self.model = model }
}
