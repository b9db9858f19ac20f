import TFLiteFlatBuffers
import TFLiteSchema

/// What *prepare* knows of one tensor: everything but the values of activations.
public struct TensorDescriptor: Sendable {
  /// Which tensor of the model this is; errors name it.
  public let identity: TensorIdentity
  /// The element type.
  public let type: TensorType
  /// The dimensions; every one is 0 or more.
  public let shape: [Int]
  /// How stored integers map to real values; nil where the file gives none.
  public let quantization: Quantization?
  /// The scales of blocks of elements, where the quantization has such.
  public let blockScales: BlockScales?
  /// The values, as stored, where they are known at *prepare*: those of a constant; nil for an activation.
  public let constant: ByteSlice?
  /// Whether the values survive from one invocation to the next.
  public let isVariable: Bool
  /// Whether as many bytes as the `OverReadPadding` has lie behind the values. A constant ends where the file may end.
  public let isPaddedForOverReads: Bool

  /// Describes a tensor.
  ///
  /// - Parameters:
  ///   - identity: what errors call it.
  ///   - type: of the elements.
  ///   - shape: the dimensions; empty for a scalar.
  ///   - quantization: how stored values map to real ones; nil for a tensor that is not quantized.
  ///   - blockScales: the scales of a tensor that has one for each block of weights.
  ///   - constant: the values, as stored, of a constant.
  ///   - isVariable: whether the values survive from one invocation to the next.
  ///   - isPaddedForOverReads: by default, true of tensors that are not constant.
  public init(
    identity: TensorIdentity, type: TensorType, shape: [Int], quantization: Quantization? = nil,
    blockScales: BlockScales? = nil, constant: ByteSlice? = nil, isVariable: Bool = false,
    isPaddedForOverReads: Bool? = nil
  ) {
    self.identity = identity
    self.type = type
    self.shape = shape
    self.quantization = quantization
    self.blockScales = blockScales
    self.constant = constant
    self.isVariable = isVariable
    self.isPaddedForOverReads = isPaddedForOverReads ?? (constant == nil)
  }

  /// The product of the dimensions; 1 for a scalar.
  public var elementCount: Int { shape.reduce(1, *) }

  /// The number of dimensions.
  public var rank: Int { shape.count }
}

/// The scales of a quantized tensor that has one for each block of elements along its last dimension.
public struct BlockScales: Sendable {
  /// The tensor that holds the scales, row by row.
  public let tensor: TensorIdentity
  /// That tensor's type.
  public let type: TensorType
  /// That tensor's values, as stored; nil where it is no constant.
  public let constant: ByteSlice?
  /// Elements in a block; at least 1.
  public let blockSize: Int

  /// Describes the scales.
  public init(tensor: TensorIdentity, type: TensorType, constant: ByteSlice?, blockSize: Int) {
    self.tensor = tensor
    self.type = type
    self.constant = constant
    self.blockSize = blockSize
  }
}

/// Which tensor of a model a descriptor or an error speaks of.
public struct TensorIdentity: Hashable, Sendable, CustomStringConvertible {
  /// Position in the subgraph's tensor list.
  public let index: Int
  /// The tensor's name in the file; may be empty.
  public let name: String

  /// Names a tensor.
  public init(index: Int, name: String) {
    self.index = index
    self.name = name
  }

  /// `tensor 12 "conv1/Relu6"`.
  public var description: String { name.isEmpty ? "tensor \(index)" : "tensor \(index) \"\(name)\"" }
}

/// Which operator of a model a context or an error speaks of.
public struct OperatorIdentity: Hashable, Sendable, CustomStringConvertible {
  /// Position in the subgraph's execution order.
  public let index: Int
  /// The schema's name of the operator (`CONV_2D`), or the name of a custom operator.
  public let name: String

  /// Names an operator.
  public init(index: Int, name: String) {
    self.index = index
    self.name = name
  }

  /// `operator 3 CONV_2D`.
  public var description: String { "operator \(index) \(name)" }
}
