/// The specification of TOPK_V2. Positions decide between equal elements, so that there is only one right order.
///
/// Source: `tflite/kernels/topk_v2.cc`.
extension TopKV2 {
  func runReference(_ call: OperatorCall) {
    guard !outputShape.contains(0) else { return }
    switch type {
    case .float32: selectRows(call, Float.self)
    case .int8: selectRows(call, Int8.self)
    case .int16: selectRows(call, Int16.self)
    case .int32: selectRows(call, Int32.self)
    case .int64: selectRows(call, Int64.self)
    default: selectRows(call, UInt8.self)
    }
  }

  private func selectRows<Element: Comparable>(_ call: OperatorCall, _ type: Element.Type) {
    let rowCount = outputShape.dropLast().wrappingProduct
    call.workers.forEachRange(of: rowCount, minimumCount: 4096 / rowLength + 1) { rows in
      var watch = call.stopWatch
      for row in rows {
        let values = call.input(0, as: type) + row * rowLength
        guard let largest = select(values, &watch) else { return }
        for (rank, position) in largest.enumerated() {
          if watch.isOver(after: 4) { return }
          call.output(0, as: type)[row * count + rank] = values[position]
          switch indexType {
          case .int16: call.output(1, as: Int16.self)[row * count + rank] = Int16(truncatingIfNeeded: position)
          default: call.output(1, as: Int32.self)[row * count + rank] = Int32(truncatingIfNeeded: position)
          }
        }
      }
    }
  }

  /// The places of the largest values; nil where the run has been stopped.
  private func select<Element: Comparable>(_ values: UnsafePointer<Element>, _ watch: inout StopWatch) -> [Int]? {
    func precedes(_ left: Int, _ right: Int) -> Bool {
      let (first, second) = (values[left], values[right])
      // Only NaN differs from itself.
      if (first != first) != (second != second) { return second != second }
      return first > second || !(first < second) && left < right
    }
    guard let places = try? watch.map(0..<count, { $0 }), var heap = BinaryHeap(places, &watch, precedes: precedes)
    else { return nil }
    for position in count..<rowLength {
      if watch.isOver(after: 16) { return nil }
      heap.offer(position)
    }
    return heap.sorted(&watch)
  }
}
