import CTensorFlowLite
import TFLite

@c @implementation
package func TfLiteInterpreterOptionsCreate() -> OpaquePointer? { OptionsHandle().retainedPointer() }

@c @implementation
package func TfLiteInterpreterOptionsCopy(_ from: OpaquePointer?) -> OpaquePointer? {
  guard let handle = OptionsHandle.at(from) else {
    refuseNull("from")
    return nil
  }
  let copy = OptionsHandle()
  copy.values = handle.values
  return copy.retainedPointer()
}

@c @implementation
package func TfLiteInterpreterOptionsDelete(_ options: OpaquePointer?) { OptionsHandle.delete(options) }

@c @implementation
package func TfLiteInterpreterOptionsSetNumThreads(_ options: OpaquePointer?, _ num_threads: Int32) {
  OptionsHandle.at(options)?.values.engine.threadCount = num_threads < 1 ? nil : Int(num_threads)
}

@c @implementation
package func TfLiteInterpreterOptionsAddDelegate(
  _ options: OpaquePointer?, _ delegate: UnsafeMutablePointer<CTensorFlowLite.TfLiteDelegate>?
) {
  if delegate != nil { OptionsHandle.at(options)?.values.hasDelegates = true }
}

@c @implementation
package func TfLiteInterpreterOptionsAddOperator(_ options: OpaquePointer?, _ registration: OpaquePointer?) {
  guard let handle = OptionsHandle.at(options), let added = OperatorHandle.at(registration) else {
    refuseNull("options or registration")
    return
  }
  let isCustom = added.customName != nil
  handle.values.added.append(
    AddedOperator(
      builtinCode: isCustom ? -1 : Int32(bitPattern: added.builtinCode.rawValue),
      customName: added.customName.map { String(cString: $0) } ?? "", versions: added.version...added.version,
      callbacks: .handle(added)))
}

@c @implementation
package func TfLiteInterpreterOptionsEnableCancellation(_ options: OpaquePointer?, _ enable: Bool) -> TfLiteStatus {
  guard let handle = OptionsHandle.at(options) else { return refuseNull("options") }
  handle.values.isCancellable = enable
  return kTfLiteOk
}

@c @implementation
package func set_error_reporter(_ options: OpaquePointer?, _ reporter: ErrorReporter) {
  OptionsHandle.at(options)?.values.reporter = reporter
}

@c @implementation
package func TfLiteInterpreterOptionsSetUseNNAPI(_ options: OpaquePointer?, _ enable: Bool) {}

@c @implementation
package func TfLiteInterpreterOptionsSetEnableDelegateFallback(_ options: OpaquePointer?, _ enable: Bool) {}

@c @implementation
package func TfLiteInterpreterOptionsSetTelemetryProfiler(_ options: OpaquePointer?, _ profiler: OpaquePointer?) {}
