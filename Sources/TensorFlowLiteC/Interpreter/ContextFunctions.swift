import CTensorFlowLite
import TFLiteCLibrary
import TFLiteSchema

extension SubgraphTable {
  /// The table that a context belongs to; nil for NULL.
  static func of(_ context: UnsafePointer<TfLiteContext>?) -> SubgraphTable? {
    context?.pointee.impl_.map { Unmanaged<SubgraphTable>.fromOpaque($0).takeUnretainedValue() }
  }

  static func of(_ context: OpaquePointer?) -> SubgraphTable? {
    of(context.map { UnsafePointer<TfLiteContext>($0) })
  }

  /// Fills in the functions that kernels may call.
  func connectContext() {
    context.pointee.impl_ = Unmanaged.passUnretained(self).toOpaque()
    set_context_reporting(context)
    context.pointee.GetExecutionPlan = { context, plan in
      guard let table = SubgraphTable.of(context), let plan else { return refuseNull("execution_plan") }
      plan.pointee = table.executionPlan
      return kTfLiteOk
    }
    context.pointee.ResizeTensor = { context, tensor, size in
      guard let table = SubgraphTable.of(context) else { return refuseNull("context") }
      return table.resize(tensor, takingOver: size)
    }
    context.pointee.ResizeTensorExplicit = { context, tensor, count, shape in
      guard let table = SubgraphTable.of(context), let shape, count >= 0 else { return refuseNull("shape") }
      return table.resize(tensor, takingOver: .make(UnsafeBufferPointer(start: shape, count: Int(count))))
    }
    context.pointee.AddTensors = { context, count, first in
      guard let table = SubgraphTable.of(context), let index = table.addTensors(Int(count)) else {
        remember("no room for \(count) more tensors")
        return kTfLiteError
      }
      first?.pointee = Int32(index)
      return kTfLiteOk
    }
    context.pointee.GetNodeAndRegistration = { context, index, node, registration in
      guard let table = SubgraphTable.of(context), table.nodes.indices.contains(Int(index)) else {
        remember("there is no node \(index)")
        return kTfLiteError
      }
      node?.pointee = table.nodes.baseAddress! + Int(index)
      registration?.pointee = table.registrations.baseAddress! + Int(index)
      return kTfLiteOk
    }
    context.pointee.ReplaceNodeSubsetsWithDelegateKernels = { _, _, _, _ in refuseDelegate() }
    context.pointee.PreviewDelegatePartitioning = { _, _, _, _ in refuseDelegate() }
    context.pointee.GetExternalContext = { _, _ in nil }
    context.pointee.SetExternalContext = { _, _, _ in }
    context.pointee.GetTensor = { context, index in SubgraphTable.of(context)?.tensor(Int(index)) }
    context.pointee.GetModelMetadata = { context, name, pointer, count in
      guard let table = SubgraphTable.of(context), let name else { return refuseNull("name") }
      return table.interpreter.metadata(named: String(cString: name), pointer, count)
    }
    context.pointee.AcquireSubgraphContext = { context, index, acquired in
      guard let table = SubgraphTable.of(context)?.interpreter.table(Int(index)) else {
        remember("there is no subgraph \(index)")
        return kTfLiteError
      }
      acquired?.pointee = table.context
      return kTfLiteOk
    }
    context.pointee.ReleaseSubgraphContext = { context, index in
      SubgraphTable.of(context)?.interpreter.table(Int(index)) == nil ? kTfLiteError : kTfLiteOk
    }
  }

  /// Gives an output or an added tensor another shape, and memory where the engine gives none.
  func resize(
    _ tensor: UnsafeMutablePointer<TfLiteTensor>?, takingOver size: UnsafeMutablePointer<TfLiteIntArray>?
  ) -> TfLiteStatus {
    defer { free(size) }
    guard let tensor, let size else { return refuseNull("tensor or new_size") }
    let shape = size.values.map(Int.init)
    guard let index = index(of: tensor), index >= tensorCount || resizable.contains(index) else {
      remember("an operator may resize only its outputs and tensors that it has added, while it is prepared or run")
      return kTfLiteError
    }
    let type = tensor.pointee.type.schemaType
    guard shape.allSatisfy({ $0 >= 0 }), let count = type?.bitWidth == nil ? 0 : type?.byteCount(shape: shape) else {
      remember("no tensor can have the shape \(shape)")
      return kTfLiteError
    }
    tensor.set(shape: shape)
    if index >= tensorCount {
      guard type?.bitWidth != nil else { return kTfLiteOk }
      guard let block = realloc(tensor.pointee.data.data, max(1, count)) else {
        remember("the system gives no memory for \(count) bytes of a temporary tensor")
        return kTfLiteError
      }
      tensor.pointee.data.data = block
      tensor.pointee.bytes = count
      return kTfLiteOk
    }
    if tensor.pointee.allocation_type == kTfLiteDynamic, type?.bitWidth != nil {
      return TfLiteTensorRealloc(count, tensor)
    }
    tensor.pointee.bytes = count
    return kTfLiteOk
  }
}

/// Says that there are no delegates.
@discardableResult
func refuseDelegate() -> TfLiteStatus {
  remember("delegates cannot be used: all operators run on the processor")
  return kTfLiteApplicationError
}

@c @implementation
package func report_context_error(_ context: UnsafeMutablePointer<TfLiteContext>?, _ message: UnsafePointer<CChar>?) {
  guard let message else { return }
  let text = String(cString: message)
  guard let table = SubgraphTable.of(context) else { return remember(text) }
  table.interpreter.options.reporter.report(text)
}
