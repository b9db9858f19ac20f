import CTensorFlowLite

// Delegates can be made and asked, as programs do before they learn that no interpreter takes one.

@c @implementation
package func TfLiteDelegateCreate() -> TfLiteDelegate { TfLiteDelegate() }

@c @implementation
package func TfLiteOpaqueDelegateCreate(
  _ opaque_delegate_builder: UnsafePointer<TfLiteOpaqueDelegateBuilder>?
) -> UnsafeMutablePointer<TfLiteDelegate>? {
  guard let opaque_delegate_builder else { return nil }
  let builder = UnsafeMutablePointer<TfLiteOpaqueDelegateBuilder>.allocate(capacity: 1)
  builder.initialize(to: opaque_delegate_builder.pointee)
  let delegate = UnsafeMutablePointer<TfLiteDelegate>.allocate(capacity: 1)
  delegate.initialize(to: TfLiteDelegate())
  delegate.pointee.opaque_delegate_builder = builder
  return delegate
}

@c @implementation
package func TfLiteOpaqueDelegateDelete(_ delegate: UnsafeMutablePointer<TfLiteDelegate>?) {
  delegate?.pointee.opaque_delegate_builder?.deallocate()
  delegate?.deallocate()
}

@c @implementation
package func TfLiteOpaqueDelegateGetData(_ delegate: UnsafePointer<TfLiteDelegate>?) -> UnsafeMutableRawPointer? {
  guard let delegate = delegate?.pointee else { return nil }
  guard let builder = delegate.opaque_delegate_builder else { return delegate.data_ }
  return builder.pointee.data
}
