import TFLiteCLibrary

/// The functions of the LiteRT C interface that this module calls, found by name in the opened library.
///
/// The signatures are those of `litert/c` in release 2.1.6. Every handle is an opaque pointer; every function that
/// returns `Int32` returns a status, 0 being success.
struct LiteRTFunctions: Sendable {
  typealias Handle = UnsafeMutableRawPointer
  typealias OutHandle = UnsafeMutablePointer<Handle?>
  typealias OutCount = UnsafeMutablePointer<Int>
  typealias OutText = UnsafeMutablePointer<UnsafePointer<CChar>?>
  typealias Destroy = @Sendable @convention(c) (Handle?) -> Void

  let createEnvironment: @Sendable @convention(c) (Int32, UnsafeRawPointer?, OutHandle) -> Int32
  let destroyEnvironment: Destroy

  let createModelFromBuffer: @Sendable @convention(c) (Handle?, UnsafeRawPointer, Int, OutHandle) -> Int32
  let destroyModel: Destroy
  let getModelSignature: @Sendable @convention(c) (Handle?, Int, OutHandle) -> Int32
  let getNumSignatureInputs: @Sendable @convention(c) (Handle?, OutCount) -> Int32
  let getNumSignatureOutputs: @Sendable @convention(c) (Handle?, OutCount) -> Int32
  let getSignatureInputTensor: @Sendable @convention(c) (Handle?, Int, OutHandle) -> Int32
  let getSignatureOutputTensor: @Sendable @convention(c) (Handle?, Int, OutHandle) -> Int32
  let getTensorName: @Sendable @convention(c) (Handle?, OutText) -> Int32
  let getTensorIndex: @Sendable @convention(c) (Handle?, UnsafeMutablePointer<UInt32>) -> Int32
  let getRankedTensorType: @Sendable @convention(c) (Handle?, UnsafeMutableRawPointer) -> Int32

  let createOptions: @Sendable @convention(c) (OutHandle) -> Int32
  let destroyOptions: Destroy
  let setHardwareAccelerators: @Sendable @convention(c) (Handle?, Int32) -> Int32
  let createOpaqueOptions:
    @Sendable @convention(c) (UnsafePointer<CChar>, Handle?, @convention(c) (Handle?) -> Void, OutHandle) -> Int32
  let destroyOpaqueOptions: Destroy
  let addOpaqueOptions: @Sendable @convention(c) (Handle?, Handle?) -> Int32

  let createCompiledModel: @Sendable @convention(c) (Handle?, Handle?, Handle?, OutHandle) -> Int32
  let destroyCompiledModel: Destroy
  let getInputBufferRequirements: @Sendable @convention(c) (Handle?, Int, Int, OutHandle) -> Int32
  let getOutputTensorLayouts: @Sendable @convention(c) (Handle?, Int, Int, UnsafeMutableRawPointer, Bool) -> Int32
  let runCompiledModel: @Sendable @convention(c) (Handle?, Int, Int, OutHandle?, Int, OutHandle?) -> Int32
  let getErrorMessages: @Sendable @convention(c) (Handle?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  let clearErrors: @Sendable @convention(c) (Handle?) -> Int32

  let createManagedTensorBuffer: @Sendable @convention(c) (Handle?, Int32, UnsafeRawPointer, Int, OutHandle) -> Int32
  let createManagedTensorBufferFromRequirements:
    @Sendable @convention(c) (Handle?, UnsafeRawPointer, Handle?, OutHandle) -> Int32
  let destroyTensorBuffer: Destroy
  let lockTensorBuffer: @Sendable @convention(c) (Handle?, OutHandle, Int32) -> Int32
  let unlockTensorBuffer: @Sendable @convention(c) (Handle?) -> Int32

  /// - Throws: `LiteRTError.missingFunction` where `image` lacks one of them.
  init(image: UnsafeMutableRawPointer, path: String) throws(LiteRTError) {
    func find<Function>(_ name: String) throws(LiteRTError) -> Function {
      guard let address = dlsym(image, name) else { throw LiteRTError.missingFunction(name: name, path: path) }
      return unsafeBitCast(address, to: Function.self)
    }
    createEnvironment = try find("LiteRtCreateEnvironment")
    destroyEnvironment = try find("LiteRtDestroyEnvironment")
    createModelFromBuffer = try find("LiteRtCreateModelFromBuffer")
    destroyModel = try find("LiteRtDestroyModel")
    getModelSignature = try find("LiteRtGetModelSignature")
    getNumSignatureInputs = try find("LiteRtGetNumSignatureInputs")
    getNumSignatureOutputs = try find("LiteRtGetNumSignatureOutputs")
    getSignatureInputTensor = try find("LiteRtGetSignatureInputTensorByIndex")
    getSignatureOutputTensor = try find("LiteRtGetSignatureOutputTensorByIndex")
    getTensorName = try find("LiteRtGetTensorName")
    getTensorIndex = try find("LiteRtGetTensorIndex")
    getRankedTensorType = try find("LiteRtGetRankedTensorType")
    createOptions = try find("LiteRtCreateOptions")
    destroyOptions = try find("LiteRtDestroyOptions")
    setHardwareAccelerators = try find("LiteRtSetOptionsHardwareAccelerators")
    createOpaqueOptions = try find("LiteRtCreateOpaqueOptions")
    destroyOpaqueOptions = try find("LiteRtDestroyOpaqueOptions")
    addOpaqueOptions = try find("LiteRtAddOpaqueOptions")
    createCompiledModel = try find("LiteRtCreateCompiledModel")
    destroyCompiledModel = try find("LiteRtDestroyCompiledModel")
    getInputBufferRequirements = try find("LiteRtGetCompiledModelInputBufferRequirements")
    getOutputTensorLayouts = try find("LiteRtGetCompiledModelOutputTensorLayouts")
    runCompiledModel = try find("LiteRtRunCompiledModel")
    getErrorMessages = try find("LiteRtCompiledModelGetErrorMessages")
    clearErrors = try find("LiteRtCompiledModelClearErrors")
    createManagedTensorBuffer = try find("LiteRtCreateManagedTensorBuffer")
    createManagedTensorBufferFromRequirements = try find("LiteRtCreateManagedTensorBufferFromRequirements")
    destroyTensorBuffer = try find("LiteRtDestroyTensorBuffer")
    lockTensorBuffer = try find("LiteRtLockTensorBuffer")
    unlockTensorBuffer = try find("LiteRtUnlockTensorBuffer")
  }
}
