/// What the page of a report shows. Names are those that its script uses.
struct ReportData: Encodable {
  let model: ModelFacts
  let run: [[String]]
  let inputs: [Tensor]
  let outputs: [Tensor]
  let pictures: [Picture]
  let operators: [Operator]
  let health: [QuantizationHealth]
  let comparison: Summary?

  struct ModelFacts: Encodable {
    let name: String
    let about: String
    let macs: Int
    /// Names and texts.
    let facts: [[String]]
  }

  /// An input or output of the model.
  struct Tensor: Encodable {
    let name: String
    let type: String
    let shape: [Int]
    let quantization: String
    let least: Double?
    let greatest: Double?
  }

  struct Picture: Encodable {
    let file: String
    let caption: String
    let width: Int
    let height: Int
  }

  struct Operator: Encodable {
    let index: Int
    let name: String
    let kernel: String
    let options: [[String]]
    let macs: Int
    let constant_bytes: Int
    @Absent var milliseconds: Double?
    @Absent var share: Double?
    let inputs: [Absent<Input>]
    let outputs: [Output]
  }

  struct Input: Encodable {
    let name: String
    let type: String
    let shape: [Int]
    let quantization: String
    let is_constant: Bool
    /// The operator that has computed it.
    @Absent var producer: Int?
  }

  struct Output: Encodable {
    let name: String
    let type: String
    let shape: [Int]
    let quantization: String
    let least: Double?
    let mean: Double?
    let greatest: Double?
    let not_finite: Int
    let histogram: [Int]?
    let health: QuantizationHealth?
    let difference: Difference?
    let maps: Maps?
    /// Whether those before have taken all the room for pictures.
    let maps_left_out: Bool
  }

  struct Difference: Encodable {
    let accumulated: DifferenceMetrics
    let isolated: DifferenceMetrics
  }

  struct Maps: Encodable {
    let channels: Int
    let columns: Int
    let width: Int
    let height: Int
    let reduction: Int
    /// Files.
    let layer: String
    let channel: String?
    let difference: String?
    let difference_limit: Double?
    let ranges: [Absent<[Double]>]
  }

  struct Summary: Encodable {
    let subject: String
    let reference: String
    let caveats: [String]
    @Absent var first_differing: Int?
    @Absent var blamed: Int?
  }
}

/// A value that is written as null when it is absent; a script can then tell it from a mistyped name.
@propertyWrapper
struct Absent<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}
