import TFLiteFlatBuffers

extension Model {
  /// The identifier at the start of every metadata buffer.
  static let metadataIdentifier: StaticString = "M001"

  /// The name of the metadata entry whose buffer holds a ``ModelMetadata``.
  static let metadataName = "TFLITE_METADATA"

  /// What the model says about itself; nil if it says nothing.
  ///
  /// Metadata is decoded when it is asked for: a model with broken metadata still runs.
  ///
  /// - Throws: ``ModelError/wrongIdentifier(expected:found:)``, ``ModelError/malformed(field:_:)`` or
  ///   ``ModelError/unknownValue(field:enumeration:value:)``.
  public func modelMetadata() throws(ModelError) -> ModelMetadata? {
    guard let data = metadataData(named: Self.metadataName) else { return nil }
    let reader = try FlatBufferReader(data, identifier: Self.metadataIdentifier, limits: FlatBufferLimits())
    return try TableDecoder.decodeRoot(ModelMetadata.self, of: reader)
  }

  /// Replaces what the model says about itself; nil takes it away.
  public mutating func setModelMetadata(_ modelMetadata: ModelMetadata?) throws(ModelError) {
    let index = metadata.firstIndex { $0.name == Self.metadataName }
    guard let modelMetadata else {
      if let index { metadata.remove(at: index) }
      return
    }
    let data = ByteSlice(try TableEncoder.encode(modelMetadata, identifier: Self.metadataIdentifier))
    if buffers.isEmpty { buffers.append(Buffer()) }
    buffers.append(Buffer(data: data))
    let entry = Metadata {
      $0.name = Self.metadataName
      $0.buffer = UInt32(buffers.count - 1)
    }
    if let index { metadata[index] = entry } else { metadata.append(entry) }
  }

  /// The bytes of the first metadata entry with this name, such as `min_runtime_version`.
  public func metadataData(named name: String) -> ByteSlice? {
    metadata.first { $0.name == name }.flatMap { buffers[Int($0.buffer)].data }
  }

  /// The labels for a tensor's values, or for the indices along its last dimension: the lines of a packed file.
  ///
  /// - Parameters:
  ///   - tensor: What the metadata says about the tensor.
  ///   - locale: The language asked for; the first label file if none of them has it.
  /// - Returns: Nil if the metadata mentions no labels for the tensor.
  /// - Throws: ``ModelError/missingFile(name:)``, and what reading packed files throws.
  public func labels(of tensor: TensorMetadata, locale: String? = nil) throws(ModelError) -> [String]? {
    guard
      let file = tensor.associatedFile(ofType: .tensorValueLabels, locale: locale)
        ?? tensor.associatedFile(ofType: .tensorAxisLabels, locale: locale)
    else { return nil }
    return try contents(of: file).lines
  }

  /// The packed file that the metadata mentions.
  ///
  /// - Throws: ``ModelError/missingFile(name:)``, and what reading packed files throws.
  public func contents(of file: AssociatedFile) throws(ModelError) -> PackedFile {
    guard let packed = try packedFile(named: file.name) else { throw .missingFile(name: file.name) }
    return packed
  }
}

extension TensorMetadata {
  /// The first associated file of a type, and in a language if one is asked for and one has it: the very same (`pt-BR`),
  /// or else the same without a region (`pt`).
  public func associatedFile(ofType type: AssociatedFileType, locale: String? = nil) -> AssociatedFile? {
    let files = associatedFiles.filter { $0.type == type }
    guard let locale else { return files.first }
    let language = locale.prefix { $0 != "-" && $0 != "_" }
    return files.first { $0.locale == locale } ?? files.first { $0.locale == language } ?? files.first
  }

  /// How an input is normalized.
  public var normalization: NormalizationOptions? {
    processUnits.lazy.compactMap { unit -> NormalizationOptions? in
      guard case .normalization(let options) = unit.options else { return nil }
      return options
    }.first
  }

  /// The recommended threshold for scores.
  public var scoreThreshold: Float? {
    processUnits.lazy.compactMap { unit -> Float? in
      guard case .scoreThresholding(let options) = unit.options else { return nil }
      return options.globalScoreThreshold
    }.first
  }

  /// How scores are calibrated; the parameters of the classes are in an associated file of type
  /// ``AssociatedFileType/tensorAxisScoreCalibration``.
  public var scoreCalibration: ScoreCalibrationOptions? {
    processUnits.lazy.compactMap { unit -> ScoreCalibrationOptions? in
      guard case .scoreCalibration(let options) = unit.options else { return nil }
      return options
    }.first
  }

  /// What is known about the image that the tensor holds.
  public var image: ImageProperties? {
    guard case .image(let properties) = content?.contentProperties else { return nil }
    return properties
  }

  /// What is known about the boxes that the tensor holds.
  public var boundingBox: BoundingBoxProperties? {
    guard case .boundingBox(let properties) = content?.contentProperties else { return nil }
    return properties
  }
}
