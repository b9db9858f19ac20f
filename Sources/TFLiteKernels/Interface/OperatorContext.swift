import TFLiteFlatBuffers
import TFLiteSchema

/// Everything an operator knows when it is prepared: its options and the types, shapes, quantization and constant
/// values of its tensors. The accessors throw a ``KernelError`` that names the operator and the tensor.
public struct OperatorContext: Sendable {
  /// Which operator this is.
  public let identity: OperatorIdentity
  /// The version of the operator's meaning that the file asks for.
  public let version: Int
  /// The builtin operator's options; nil where the file stores none.
  public let builtinOptions: (any OperatorOptions)?
  /// A custom operator's options, as stored.
  public let customOptions: ByteSlice
  /// The inputs; nil stands for an optional input that is omitted.
  public private(set) var inputs: [TensorDescriptor?]
  /// The outputs. Types and quantization are binding; shapes are what the file says and may be outdated.
  public let outputs: [TensorDescriptor]
  /// Whose results the operator reproduces.
  public var numerics = Numerics.reference
  /// Tensors that only describe the quantization of what the operator computes on the way.
  public var intermediates: [TensorDescriptor] = []
  /// The instructions that inner loops may use. Results never depend on them.
  public var instructionSet = InstructionSet.best
  /// Whether the operator is prepared before the first run, or in one.
  package var phase = PreparationPhase.allocation
  /// What runs other subgraphs of the model; nil outside of an interpreter. (Weak: it owns operators that may keep this.)
  package weak var subgraphs: (any SubgraphHost)?
  /// The state that operators of the model share; nil outside of an interpreter.
  package var resources: ResourceStore?
  /// What tells work at *prepare* when the run is stopped; nil outside of an interpreter.
  package var workers: (any Workers)?

  /// Collects what an operator may know at *prepare*.
  public init(
    identity: OperatorIdentity, version: Int, builtinOptions: (any OperatorOptions)?, customOptions: ByteSlice,
    inputs: [TensorDescriptor?], outputs: [TensorDescriptor]
  ) {
    self.identity = identity
    self.version = version
    self.builtinOptions = builtinOptions
    self.customOptions = customOptions
    self.inputs = inputs
    self.outputs = outputs
  }
}

// MARK: - Operands and options

extension OperatorContext {
  /// Checks what the operator keeps or takes beside its tensors, before it takes it: that belongs to no tensor, and nobody
  /// else counts it.
  ///
  /// - Throws: ``KernelError/size(_:_:_:)`` of the first output, or ``KernelError/operands(_:_:)`` where there is none, when
  ///   that is more than the interpreter's memory limit.
  func requireMemory(_ byteCount: Int, for purpose: String) throws(KernelError) {
    guard let limit = resources?.byteLimit, byteCount > limit else { return }
    let complaint = "needs \(byteCount) bytes for \(purpose), more than the memory limit of \(limit)"
    guard let output = outputs.first else { throw .operands(identity, complaint) }
    throw .size(identity, output.identity, complaint)
  }

  /// Checks how many inputs and outputs the operator has.
  public func requireOperands(inputs inputCounts: ClosedRange<Int>, outputs outputCount: Int = 1) throws(KernelError) {
    guard inputCounts.contains(inputs.count) else {
      let expected =
        inputCounts.count == 1 ? "\(inputCounts.lowerBound)" : "\(inputCounts.lowerBound) to \(inputCounts.upperBound)"
      throw .operands(identity, "has \(inputs.count) inputs, expected \(expected)")
    }
    guard outputs.count == outputCount else {
      throw .operands(identity, "has \(outputs.count) outputs, expected \(outputCount)")
    }
  }

  /// The input at a position where the operator cannot do without one.
  public func input(_ position: Int) throws(KernelError) -> TensorDescriptor {
    guard let tensor = optionalInput(position) else {
      throw .operands(identity, "input \(position) is omitted, but it is not optional")
    }
    return tensor
  }

  /// The input at a position that the operator may leave out.
  public func optionalInput(_ position: Int) -> TensorDescriptor? {
    position < inputs.count ? inputs[position] : nil
  }

  /// The input at a position where the operator keeps a state that it changes.
  public func variable(_ position: Int) throws(KernelError) -> TensorDescriptor {
    let tensor = try input(position)
    guard tensor.isVariable else { throw .operands(identity, "\(tensor.identity) is no variable tensor") }
    return tensor
  }

  /// The output at a position below the count that ``requireOperands(inputs:outputs:)`` has checked.
  public func output(_ position: Int) -> TensorDescriptor { outputs[position] }

  /// The same operator, as if one of its inputs were described otherwise.
  func replacing(input position: Int, with tensor: TensorDescriptor) -> OperatorContext {
    var context = self
    context.inputs[position] = tensor
    return context
  }

  /// The same operator, as if it had some of its inputs in another order, and one of its outputs alone.
  func choosing(inputs positions: [Int?], output: Int) -> OperatorContext {
    var context = OperatorContext(
      identity: identity, version: version, builtinOptions: builtinOptions, customOptions: customOptions,
      inputs: positions.map { $0.flatMap(optionalInput) }, outputs: [outputs[output]])
    (context.numerics, context.instructionSet, context.phase) = (numerics, instructionSet, phase)
    return context
  }

  /// The operator's options, which the file must hold in the given type.
  public func options<Options: OperatorOptions>(_ type: Options.Type = Options.self) throws(KernelError) -> Options {
    guard let options = builtinOptions as? Options else {
      throw .option(identity, name: "builtin_options", found: "absent", expected: "a table of type \(type)")
    }
    return options
  }

  /// The options of an operator that can do with the schema's defaults, which hold where the file has no options.
  public func optionsOrDefaults<Options: OperatorOptions>(
    _ type: Options.Type = Options.self
  ) throws(KernelError) -> Options {
    builtinOptions == nil ? Options() : try options(type)
  }

  /// An option that counts or measures something and must be at least 1.
  public func positive(_ value: Int32, _ name: String) throws(KernelError) -> Int {
    guard value >= 1 else { throw .option(identity, name: name, found: "\(value)", expected: "at least 1") }
    return Int(value)
  }
}

// MARK: - Types and shapes

extension OperatorContext {
  /// Checks that a tensor has one of the given types.
  public func require(_ tensor: TensorDescriptor, type allowed: TensorType...) throws(KernelError) {
    try require(tensor, types: allowed)
  }

  /// Checks that a tensor has one of the given types.
  public func require(_ tensor: TensorDescriptor, types allowed: [TensorType]) throws(KernelError) {
    guard allowed.contains(tensor.type) else {
      let expected = allowed.map { "\($0)" }.joined(separator: " or ")
      throw .type(identity, tensor.identity, found: tensor.type, expected: expected)
    }
  }

  /// Checks that a tensor has the type of another.
  public func require(_ tensor: TensorDescriptor, sameTypeAs other: TensorDescriptor) throws(KernelError) {
    guard tensor.type == other.type else {
      throw .type(
        identity, tensor.identity, found: tensor.type, expected: "\(other.type), the type of \(other.identity)")
    }
  }

  /// Checks a tensor's number of dimensions.
  public func require(_ tensor: TensorDescriptor, rank: ClosedRange<Int>) throws(KernelError) {
    guard rank.contains(tensor.rank) else {
      let expected = rank.count == 1 ? "\(rank.lowerBound)" : "\(rank.lowerBound) to \(rank.upperBound)"
      throw .shape(identity, tensor.identity, found: tensor.shape, expected: "\(expected) dimensions")
    }
  }

  /// Checks a tensor's shape.
  public func require(_ tensor: TensorDescriptor, shape: [Int]) throws(KernelError) {
    guard tensor.shape == shape else {
      throw .shape(identity, tensor.identity, found: tensor.shape, expected: "\(shape)")
    }
  }

  /// Checks that no dimension of a tensor is 0.
  public func requireElements(_ tensor: TensorDescriptor) throws(KernelError) {
    guard !tensor.shape.contains(0) else {
      throw .shape(identity, tensor.identity, found: tensor.shape, expected: "every dimension to be at least 1")
    }
  }

  /// Resolves an axis that may count from the end.
  public func axis(_ axis: Int32, of tensor: TensorDescriptor, option name: String = "axis") throws(KernelError) -> Int
  {
    let resolved = Int(axis) < 0 ? Int(axis) + tensor.rank : Int(axis)
    guard tensor.shape.indices.contains(resolved) else {
      throw .option(
        identity, name: name, found: "\(axis)", expected: "\(-tensor.rank) to \(tensor.rank - 1) for \(tensor.identity)"
      )
    }
    return resolved
  }
}

// MARK: - Constant values

extension OperatorContext {
  /// The values of an integer tensor, which decide what the operator does.
  ///
  /// - Throws: ``KernelError/valuesUnknown(_:_:)`` while only a run can tell them; the operator is then prepared again.
  public func integers(
    _ tensor: TensorDescriptor, types: [TensorType] = [.int32, .int64]
  ) throws(KernelError) -> [Int] {
    guard types.contains(tensor.type) else {
      let expected = types.map { "\($0)" }.joined(separator: " or ")
      throw .type(identity, tensor.identity, found: tensor.type, expected: expected)
    }
    // Such a tensor is known although the file holds no bytes for it.
    guard tensor.elementCount > 0 else { return [] }
    guard let bytes = tensor.constant else { throw .valuesUnknown(identity, tensor.identity) }
    return bytes.withUnsafeBytes { bytes in
      func load<Element: BinaryInteger & BitwiseCopyable>(_ type: Element.Type) -> [Int] {
        (0..<tensor.elementCount).map {
          Int(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: MemoryLayout<Element>.size * $0, as: type))
        }
      }
      return switch tensor.type {
      case .int64: load(Int64.self)
      case .int16: load(Int16.self)
      case .int8: load(Int8.self)
      default: load(Int32.self)
      }
    }
  }
}

// MARK: - Quantization

/// `real = scale · (stored − zeroPoint)` for every element of a tensor.
public struct AffineQuantization: Equatable, Sendable {
  /// The real distance between two neighboring stored values; finite and above 0.
  public let scale: Float
  /// The stored value that means 0.
  public let zeroPoint: Int32
}

extension OperatorContext {
  /// The one scale and zero point of a quantized tensor.
  public func perTensorQuantization(_ tensor: TensorDescriptor) throws(KernelError) -> AffineQuantization {
    guard let quantization = tensor.quantization, let scale = quantization.scale.first else {
      throw .quantization(identity, tensor.identity, expected: "a scale and a zero point")
    }
    guard quantization.scale.count == 1 else {
      throw .quantization(
        identity, tensor.identity, expected: "one scale for the whole tensor, found \(quantization.scale.count)")
    }
    return AffineQuantization(scale: scale, zeroPoint: Int32(truncatingIfNeeded: quantization.zeroPoint.first ?? 0))
  }

  /// Checks that two tensors share scale and zero point, as operators that copy stored values need.
  public func require(_ tensor: TensorDescriptor, sameQuantizationAs other: TensorDescriptor) throws(KernelError) {
    let expected = try perTensorQuantization(other)
    guard try perTensorQuantization(tensor) == expected else {
      throw .quantization(
        identity, tensor.identity,
        expected: "scale \(expected.scale) and zero point \(expected.zeroPoint), those of \(other.identity)")
    }
  }
}
