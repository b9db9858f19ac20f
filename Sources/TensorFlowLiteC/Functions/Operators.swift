import CTensorFlowLite

@c @implementation
package func TfLiteOperatorCreate(
  _ builtin_code: TfLiteBuiltinOperator, _ custom_name: UnsafePointer<CChar>?, _ version: Int32,
  _ user_data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  OperatorHandle(builtin_code, custom_name, version: version, userData: user_data).retainedPointer()
}

@c @implementation
package func TfLiteOperatorDelete(_ registration: OpaquePointer?) { OperatorHandle.delete(registration) }

@c @implementation
package func TfLiteOperatorGetBuiltInCode(_ registration: OpaquePointer?) -> TfLiteBuiltinOperator {
  OperatorHandle.at(registration)?.builtinCode ?? kTfLiteBuiltinPlaceholderForGreaterOpCodes
}

@c @implementation
package func TfLiteOperatorGetCustomName(_ registration: OpaquePointer?) -> UnsafePointer<CChar>? {
  OperatorHandle.at(registration)?.customName
}

@c @implementation
package func TfLiteOperatorGetVersion(_ registration: OpaquePointer?) -> Int32 {
  OperatorHandle.at(registration)?.version ?? -1
}

@c @implementation
package func TfLiteOperatorGetUserData(_ registration: OpaquePointer?) -> UnsafeMutableRawPointer? {
  OperatorHandle.at(registration)?.userData
}

@c @implementation
package func TfLiteOperatorSetInit(
  _ registration: OpaquePointer?,
  _ `init`: (@convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int) -> UnsafeMutableRawPointer?)?
) {
  OperatorHandle.at(registration)?.initialize = `init`
}

@c @implementation
package func TfLiteOperatorSetInitWithData(
  _ registration: OpaquePointer?,
  _ `init`: (
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int) -> UnsafeMutableRawPointer?
  )?
) -> TfLiteStatus {
  guard let handle = OperatorHandle.at(registration) else { return refuseNull("registration") }
  handle.initializeWithData = `init`
  return kTfLiteOk
}

@c @implementation
package func TfLiteOperatorSetFree(
  _ registration: OpaquePointer?, _ free: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?
) {
  OperatorHandle.at(registration)?.free = free
}

@c @implementation
package func TfLiteOperatorSetFreeWithData(
  _ registration: OpaquePointer?,
  _ free: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?
) -> TfLiteStatus {
  guard let handle = OperatorHandle.at(registration) else { return refuseNull("registration") }
  handle.freeWithData = free
  return kTfLiteOk
}

@c @implementation
package func TfLiteOperatorSetPrepare(
  _ registration: OpaquePointer?, _ prepare: (@convention(c) (OpaquePointer?, OpaquePointer?) -> TfLiteStatus)?
) {
  OperatorHandle.at(registration)?.prepare = prepare
}

@c @implementation
package func TfLiteOperatorSetPrepareWithData(
  _ registration: OpaquePointer?,
  _ prepare: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?) -> TfLiteStatus)?
) -> TfLiteStatus {
  guard let handle = OperatorHandle.at(registration) else { return refuseNull("registration") }
  handle.prepareWithData = prepare
  return kTfLiteOk
}

@c @implementation
package func TfLiteOperatorSetInvoke(
  _ registration: OpaquePointer?, _ invoke: (@convention(c) (OpaquePointer?, OpaquePointer?) -> TfLiteStatus)?
) {
  OperatorHandle.at(registration)?.invoke = invoke
}

@c @implementation
package func TfLiteOperatorSetInvokeWithData(
  _ registration: OpaquePointer?,
  _ invoke: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?) -> TfLiteStatus)?
) -> TfLiteStatus {
  guard let handle = OperatorHandle.at(registration) else { return refuseNull("registration") }
  handle.invokeWithData = invoke
  return kTfLiteOk
}

@c @implementation
package func TfLiteOperatorSetAsyncKernel(
  _ registration: OpaquePointer?,
  _ async_kernel: (@convention(c) (OpaquePointer?, OpaquePointer?) -> OpaquePointer?)?
) {
  OperatorHandle.at(registration)?.hasAsynchronousKernel = async_kernel != nil
}

@c @implementation
package func TfLiteOperatorSetAsyncKernelWithData(
  _ registration: OpaquePointer?,
  _ async_kernel: (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?) -> OpaquePointer?)?
) -> TfLiteStatus {
  guard let handle = OperatorHandle.at(registration) else { return refuseNull("registration") }
  handle.hasAsynchronousKernel = async_kernel != nil
  return kTfLiteOk
}

@c @implementation
package func TfLiteOperatorSetInplaceOperator(_ registration: OpaquePointer?, _ inplace_operator: UInt64) {}
