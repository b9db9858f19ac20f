import CTensorFlowLite
import TFLiteSchema

private typealias Data = UnsafeMutableRawPointer
private typealias Name = UnsafePointer<CChar>

@c @implementation
package func TfLiteInterpreterOptionsAddBuiltinOp(
  _ options: OpaquePointer?, _ op: TfLiteBuiltinOperator, _ registration: UnsafePointer<TfLiteRegistration>?,
  _ min_version: Int32, _ max_version: Int32
) {
  add(options, Int32(bitPattern: op.rawValue), "", registration, min_version, max_version)
}

@c @implementation
package func TfLiteInterpreterOptionsAddCustomOp(
  _ options: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ registration: UnsafePointer<TfLiteRegistration>?,
  _ min_version: Int32, _ max_version: Int32
) {
  guard let name else {
    refuseNull("name")
    return
  }
  add(options, -1, String(cString: name), registration, min_version, max_version)
}

private func add(
  _ options: OpaquePointer?, _ code: Int32, _ name: String, _ registration: UnsafePointer<TfLiteRegistration>?,
  _ first: Int32, _ last: Int32
) {
  guard let handle = OptionsHandle.at(options), let registration else {
    refuseNull("options or registration")
    return
  }
  guard first <= last else { return remember("no version is between \(first) and \(last)") }
  handle.values.added.append(
    AddedOperator(
      builtinCode: code, customName: name, versions: first...last,
      callbacks: OperatorCallbacks(registration.pointee)))
}

@c @implementation
package func TfLiteInterpreterOptionsSetOpResolverExternal(
  _ options: OpaquePointer?,
  _ find_builtin_op: (@convention(c) (UnsafeMutableRawPointer?, Int32, Int32) -> OpaquePointer?)?,
  _ find_custom_op: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> OpaquePointer?)?,
  _ op_resolver_user_data: UnsafeMutableRawPointer?
) {
  guard let handle = OptionsHandle.at(options) else {
    refuseNull("options")
    return
  }
  guard find_builtin_op != nil || find_custom_op != nil else { return handle.values.resolver = nil }
  handle.values.resolver = { code in
    resolve(
      code, { find_builtin_op?(op_resolver_user_data, $0, $1) }, { find_custom_op?(op_resolver_user_data, $0, $1) }
    ).flatMap(external)
  }
}

@c @implementation
package func TfLiteInterpreterOptionsSetOpResolverExternalWithFallback(
  _ options: OpaquePointer?,
  _ find_builtin_op_external: (@convention(c) (UnsafeMutableRawPointer?, Int32, Int32) -> OpaquePointer?)?,
  _ find_custom_op_external: (
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> OpaquePointer?
  )?,
  _ find_builtin_op: (
    @convention(c) (UnsafeMutableRawPointer?, TfLiteBuiltinOperator, Int32) -> UnsafePointer<TfLiteRegistration>?
  )?,
  _ find_custom_op: (
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> UnsafePointer<TfLiteRegistration>?
  )?,
  _ op_resolver_user_data: UnsafeMutableRawPointer?
) {
  guard let handle = OptionsHandle.at(options) else {
    refuseNull("options")
    return
  }
  let finds = find_builtin_op_external != nil || find_custom_op_external != nil
  guard finds || find_builtin_op != nil || find_custom_op != nil else { return handle.values.resolver = nil }
  handle.values.resolver = { code in
    let first = resolve(
      code, { find_builtin_op_external?(op_resolver_user_data, $0, $1) },
      { find_custom_op_external?(op_resolver_user_data, $0, $1) })
    if let callbacks = first.flatMap(external) { return callbacks }
    return resolve(
      code, { find_builtin_op?(op_resolver_user_data, TfLiteBuiltinOperator(UInt32(bitPattern: $0)), $1) },
      { find_custom_op?(op_resolver_user_data, $0, $1) }
    ).map { OperatorCallbacks($0.pointee) }
  }
}

@c @implementation
package func TfLiteInterpreterOptionsSetOpResolver(
  _ options: OpaquePointer?,
  _ find_builtin_op: (
    @convention(c) (UnsafeMutableRawPointer?, TfLiteBuiltinOperator, Int32) -> UnsafePointer<TfLiteRegistration>?
  )?,
  _ find_custom_op: (
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> UnsafePointer<TfLiteRegistration>?
  )?,
  _ op_resolver_user_data: UnsafeMutableRawPointer?
) {
  setResolver(
    options, isSet: find_builtin_op != nil || find_custom_op != nil,
    { find_builtin_op?(op_resolver_user_data, $0, $1) }, { find_custom_op?(op_resolver_user_data, $0, $1) })
}

@c @implementation
package func TfLiteInterpreterOptionsSetOpResolverV3(
  _ options: OpaquePointer?,
  _ find_builtin_op_v3: (
    @convention(c) (UnsafeMutableRawPointer?, TfLiteBuiltinOperator, Int32) -> UnsafePointer<TfLiteRegistration_V3>?
  )?,
  _ find_custom_op_v3: (
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> UnsafePointer<TfLiteRegistration_V3>?
  )?,
  _ op_resolver_user_data: UnsafeMutableRawPointer?
) {
  setResolver(
    options, isSet: find_builtin_op_v3 != nil || find_custom_op_v3 != nil,
    { find_builtin_op_v3?(op_resolver_user_data, $0, $1) }, { find_custom_op_v3?(op_resolver_user_data, $0, $1) })
}

@c @implementation
package func TfLiteInterpreterOptionsSetOpResolverV2(
  _ options: OpaquePointer?,
  _ find_builtin_op_v2: (
    @convention(c) (UnsafeMutableRawPointer?, TfLiteBuiltinOperator, Int32) -> UnsafePointer<TfLiteRegistration_V2>?
  )?,
  _ find_custom_op_v2: (
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> UnsafePointer<TfLiteRegistration_V2>?
  )?,
  _ op_resolver_user_data: UnsafeMutableRawPointer?
) {
  setResolver(
    options, isSet: find_builtin_op_v2 != nil || find_custom_op_v2 != nil,
    { find_builtin_op_v2?(op_resolver_user_data, $0, $1) }, { find_custom_op_v2?(op_resolver_user_data, $0, $1) })
}

@c @implementation
package func TfLiteInterpreterOptionsSetOpResolverV1(
  _ options: OpaquePointer?,
  _ find_builtin_op_v1: (
    @convention(c) (UnsafeMutableRawPointer?, TfLiteBuiltinOperator, Int32) -> UnsafePointer<TfLiteRegistration_V1>?
  )?,
  _ find_custom_op_v1: (
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> UnsafePointer<TfLiteRegistration_V1>?
  )?,
  _ op_resolver_user_data: UnsafeMutableRawPointer?
) {
  setResolver(
    options, isSet: find_builtin_op_v1 != nil || find_custom_op_v1 != nil,
    { find_builtin_op_v1?(op_resolver_user_data, $0, $1) }, { find_custom_op_v1?(op_resolver_user_data, $0, $1) })
}

/// Lets functions that give registrations, of any of the layouts, decide on every operator.
private func setResolver<Registration>(
  _ options: OpaquePointer?, isSet: Bool,
  _ builtin: @escaping (TfLiteBuiltinOperator, Int32) -> UnsafePointer<Registration>?,
  _ custom: @escaping (UnsafePointer<CChar>, Int32) -> UnsafePointer<Registration>?
) {
  guard let handle = OptionsHandle.at(options) else {
    refuseNull("options")
    return
  }
  guard isSet else { return handle.values.resolver = nil }
  handle.values.resolver = { code in
    resolve(code, { builtin(TfLiteBuiltinOperator(UInt32(bitPattern: $0)), $1) }, custom).map { found in
      // Older layouts are the beginning of the newest.
      var registration = TfLiteRegistration()
      withUnsafeMutableBytes(of: &registration) { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(start: found, count: MemoryLayout<Registration>.size))
      }
      return OperatorCallbacks(registration)
    }
  }
}

private func resolve<Found>(
  _ code: OperatorCode, _ builtin: (Int32, Int32) -> Found?, _ custom: (UnsafePointer<CChar>, Int32) -> Found?
) -> Found? {
  code.builtinCode == .custom
    ? code.customCode.withCString { custom($0, code.version) } : builtin(code.builtinCode.rawValue, code.version)
}

/// An operator without callbacks counts as none.
private func external(_ pointer: OpaquePointer) -> OperatorCallbacks? {
  OperatorHandle.at(pointer).flatMap { $0.hasCallbacks ? .handle($0) : nil }
}
