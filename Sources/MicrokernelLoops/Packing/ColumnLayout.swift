#if FOR_X86_64 && arch(x86_64) || FOR_ARM64 && arch(arm64)
/// Where the parameters of each output channel go: in the order of the packed weights they belong to.
enum ColumnLayout {
  case panels(Panels, columns: Int)
  /// The same, for `ClampedDot`.
  case clampedPanels(Panels, columns: Int)
  /// In the order of the columns: floats are not narrowed.
  case floatPanels(Panels, columns: Int)
  case units(DepthwiseUnits)

  init(_ weights: UnsafeRawPointer) {
    let header = weights.loadUnaligned(as: PackedHeader.self)
    switch header.layout {
    case .panels: self = .panels(Panels(columns: header.columns), columns: header.columns)
    case .clampedPanels: self = .clampedPanels(Panels(columns: header.columns), columns: header.columns)
    case .floatPanels: self = .floatPanels(Panels(columns: header.columns), columns: header.columns)
    case .units: self = .units(DepthwiseUnits(channels: header.columns))
    }
  }

  /// Vectors of parameters.
  var vectors: Int {
    switch self {
    case .panels(let panels, _), .clampedPanels(let panels, _), .floatPanels(let panels, _): panels.vectors
    case .units(let units): 4 &* units.count
    }
  }

  /// What is added to activations before they are multiplied: see `DotProduct` and `DepthwiseRows`.
  func activationOffset(isSigned: Bool) -> Int32 {
    switch self {
    case .panels: isSigned ? Int8Activations.offset : UInt8Activations.offset
    case .clampedPanels: isSigned ? ClampedInt8Activations.offset : ClampedUInt8Activations.offset
    case .floatPanels: 0
    case .units: isSigned ? 128 : 0
    }
  }

  /// Calls `body` with vector, lane and column, for every lane that holds a column.
  func forEachLane(_ body: (Int, Int, Int) -> Void) {
    switch self {
    case .panels(let panels, let columns), .clampedPanels(let panels, let columns):
      for index in 0..<panels.count {
        let panel = panels[index]
        for vector in 0..<panel.vectors {
          for lane in 0..<Int32Vector.scalarCount {
            let column = Panels.column(panel, vector, lane)
            if column < columns { body(panel.firstVector &+ vector, lane, column) }
          }
        }
      }
    case .floatPanels(_, let columns):
      for column in 0..<columns {
        body(column / Int32Vector.scalarCount, column % Int32Vector.scalarCount, column)
      }
    case .units(let units):
      for index in 0..<units.count {
        let unit = units[index]
        for vector in 0..<4 {
          for lane in 0..<Int32Vector.scalarCount {
            let channel = unit.channel(vector, lane)
            if channel < unit.endChannel { body(4 &* index &+ vector, lane, channel) }
          }
        }
      }
    }
  }
}
#endif
