import CTensorFlowLite

/// What a `TfLiteOperator` is: an operator that a program implements by callbacks.
final class OperatorHandle: Handle {
  typealias Context = OpaquePointer
  typealias Node = OpaquePointer
  typealias Data = UnsafeMutableRawPointer

  let builtinCode: TfLiteBuiltinOperator
  /// Not copied: programs compare the pointer.
  let customName: UnsafePointer<CChar>?
  let version: Int32
  let userData: Data?

  var initialize: (@convention(c) (Context?, UnsafePointer<CChar>?, Int) -> Data?)?
  var initializeWithData: (@convention(c) (Data?, Context?, UnsafePointer<CChar>?, Int) -> Data?)?
  var free: (@convention(c) (Context?, Data?) -> Void)?
  var freeWithData: (@convention(c) (Data?, Context?, Data?) -> Void)?
  var prepare: (@convention(c) (Context?, Node?) -> TfLiteStatus)?
  var prepareWithData: (@convention(c) (Data?, Context?, Node?) -> TfLiteStatus)?
  var invoke: (@convention(c) (Context?, Node?) -> TfLiteStatus)?
  var invokeWithData: (@convention(c) (Data?, Context?, Node?) -> TfLiteStatus)?
  var hasAsynchronousKernel = false

  init(_ builtinCode: TfLiteBuiltinOperator, _ customName: UnsafePointer<CChar>?, version: Int32, userData: Data?) {
    self.builtinCode = builtinCode
    self.customName = customName
    self.version = version
    self.userData = userData
  }

  /// Whether there is anything to call.
  var hasCallbacks: Bool {
    initialize != nil || initializeWithData != nil || free != nil || freeWithData != nil || prepare != nil
      || prepareWithData != nil || invoke != nil || invokeWithData != nil || hasAsynchronousKernel
  }
}

/// The callbacks of an operator, in either form in which the interface takes them.
enum OperatorCallbacks {
  case handle(OperatorHandle)
  case registration(TfLiteRegistration)

  /// A registration may name an operator whose callbacks count.
  init(_ registration: TfLiteRegistration) {
    self = OperatorHandle.at(registration.registration_external).map { .handle($0) } ?? .registration(registration)
  }

  func initialize(_ context: UnsafeMutablePointer<TfLiteContext>, _ options: UnsafeRawBufferPointer)
    -> UnsafeMutableRawPointer?
  {
    let start = options.baseAddress?.assumingMemoryBound(to: CChar.self)
    switch self {
    case .registration(let registration): return registration.`init`?(context, start, options.count)
    case .handle(let handle):
      if let initialize = handle.initializeWithData {
        return initialize(handle.userData, OpaquePointer(context), start, options.count)
      }
      return handle.initialize?(OpaquePointer(context), start, options.count)
    }
  }

  func free(_ context: UnsafeMutablePointer<TfLiteContext>, _ data: UnsafeMutableRawPointer?) {
    switch self {
    case .registration(let registration):
      // As in the original, a state that is NULL has nothing to free.
      if data != nil { registration.free?(context, data) }
    case .handle(let handle):
      guard data != nil else { return }
      if let free = handle.freeWithData { return free(handle.userData, OpaquePointer(context), data) }
      handle.free?(OpaquePointer(context), data)
    }
  }

  /// Without a callback, outputs keep their shapes.
  func prepare(_ context: UnsafeMutablePointer<TfLiteContext>, _ node: UnsafeMutablePointer<TfLiteNode>) -> TfLiteStatus
  {
    switch self {
    case .registration(let registration): return registration.prepare?(context, node) ?? kTfLiteOk
    case .handle(let handle):
      if let prepare = handle.prepareWithData {
        return prepare(handle.userData, OpaquePointer(context), OpaquePointer(node))
      }
      return handle.prepare?(OpaquePointer(context), OpaquePointer(node)) ?? kTfLiteOk
    }
  }

  func invoke(_ context: UnsafeMutablePointer<TfLiteContext>, _ node: UnsafeMutablePointer<TfLiteNode>) -> TfLiteStatus
  {
    switch self {
    case .registration(let registration): return registration.invoke?(context, node) ?? kTfLiteError
    case .handle(let handle):
      if let invoke = handle.invokeWithData {
        return invoke(handle.userData, OpaquePointer(context), OpaquePointer(node))
      }
      return handle.invoke?(OpaquePointer(context), OpaquePointer(node)) ?? kTfLiteError
    }
  }
}
